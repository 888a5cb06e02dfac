import {execFile} from 'node:child_process';
import {delimiter} from 'node:path';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {exitCodes} from '../../src/base/exit-codes.ts';
import {parseOptions} from '../../src/cli/command-line.ts';
import {skill} from '../../src/cli/skill.ts';
import {findProgram} from '../kit/app/interactive-shell.ts';
import {landfallFolder} from '../kit/app/landfall-folder.ts';
import {runProgram} from '../kit/app/program.ts';
import {programEnv} from '../kit/app/terminal.ts';
import {createFastClock} from '../kit/fixtures/clock.ts';
import {commandsIn} from '../kit/fixtures/shell-commands.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {serveSandbox} from '../kit/services/local-services.ts';
import {serveTeam} from '../kit/services/served-team.ts';

const [, example = ''] = /```sh\n(.*?)```/s.exec(skill) ?? [];

/** Follows the example word for word, in a shell of its own. */
function follow(env: Readonly<Record<string, string>>) {
	const directory = temporaryDirectory();
	const PATH = `${landfallFolder(directory)}${delimiter}${process.env.PATH}`;
	return promisify(execFile)('sh', ['-c', example], {cwd: directory, env: programEnv(directory, {...env, PATH})}).then(
		({stdout}) => ({code: 0, stdout}),
		({code, stdout}) => ({code, stdout}),
	);
}

test('landfall skill prints a SKILL.md with a name, a description and every exit code of a command', async () => {
	expect(await runProgram(['skill'])).toEqual({code: 0, stdout: skill, stderr: ''});
	expect(skill).toMatch(/^---\nname: [a-z-]+\ndescription: [^\n:]{1,1024}\n---\n\n# /);
	const [, rule = ''] = /^3\. (.*)$/m.exec(skill) ?? [];
	const named = [...rule.matchAll(/\b(\d+)\b(?=:)/g)].map(([, code]) => Number(code));
	expect(named).toEqual(Object.values(exitCodes).filter(code => code <= exitCodes.unknownConclusion));
	for (const line of example.split('\n'))
		for (const words of commandsIn(line)) expect(parseOptions(words, {}), line).toMatchObject({ok: true});
});

test.runIf(findProgram('jq'))('an agent that follows the skill deploys and learns the outcome', async () => {
	// What a sandbox holds depends on the time. The deployment of its first project succeeds at this one.
	const {env} = await serveSandbox({clock: createFastClock(100, Date.UTC(2026, 4, 4))});
	const directory = temporaryDirectory();
	const {stdout} = await runProgram(['ls', '--limit', '1'], {env, directory});
	const [id = ''] = stdout.split('\t');
	expect((await runProgram(['edit', id, '--name', 'docs'], {env, directory})).code).toBe(0);
	expect(await follow(env)).toEqual({code: 0, stdout: expect.stringMatching(/^succeeded\n.+\nhttps:\S+\n$/)});
	expect(await follow({...env, LANDFALL_API_KEY: 'wrong-key-for-tests'})).toEqual({code: 3, stdout: ''});
});

test.runIf(findProgram('jq'))(
	'an agent that follows the skill never repeats an unconfirmed deployment',
	{
		tags: ['fault-280'],
	},
	async () => {
		const {team, env} = await serveTeam(['docs']);
		team.fail('after');
		expect(await follow(env)).toEqual({code: 7, stdout: expect.stringMatching(/^unknown\n.+\ndep_0001 +v1\n$/)});
		expect(team.writes()).toHaveLength(1);
	},
);
