import {expect, test} from 'vitest';
import {runCommandLine} from '../kit/app/command.ts';
import {openDemo} from '../kit/app/open.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';

const headers = {'content-type': 'application/json'};
const large = 'x'.repeat(1_200_000);
const manyRounded = `[${'1.0,'.repeat(500_000)}1e400]`;
const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;

const recordsWith = (other: string) => {
	const withOther = (record: object) => `${JSON.stringify(record).slice(0, -1)},"other":${other}}`;
	const project = withOther(projectOnTheWire);
	const deployment = withOther(deploymentOnTheWire);
	const added = withOther({...projectOnTheWire, id: 'prj_2', created_at: null});
	const started = withOther({...deploymentOnTheWire, id: 'dep_2', created_at: null});
	return {
		handle({method, target}: {readonly method: string; readonly target: string}) {
			const [, , , id, isList, deploymentId] = target.split('?')[0]?.split('/') ?? [];
			if (method === 'POST') return {status: 201, headers, body: id === undefined ? added : started};
			if (id === undefined) return {status: 200, headers, body: `{"projects":[${project}],"request_id":"r"}`};
			if (isList === undefined) return {status: 200, headers, body: project};
			const body = deploymentId !== undefined ? deployment : `{"deployments":[${deployment}],"request_id":"r"}`;
			return {status: 200, headers, body};
		},
	};
};

const lines: ReadonlyArray<readonly [line: string, where: string]> = [
	['ls --json', 'projects'],
	['ls --json --filter docs', 'projects'],
	['ls --json --all', 'projects'],
	['ls deployments prj_1 --json', 'deployments'],
	['get prj_1 --json', ''],
	['get prj_1 dep_1 --json', ''],
	['api GET projects/prj_1 --json', ''],
	['create other --json', ''],
	['edit prj_1 --name documents --json', ''],
	['deploy prj_1 --json', ''],
];

const otherIn = (out: string, where: string) => {
	const document = JSON.parse(out);
	return (where === '' ? document : document[where][0]).other;
};

test.each(lines)('%s prints a whole document of more than a megabyte', {tags: ['fault-134']}, async (line, where) => {
	const {code, out} = await runCommandLine(line, recordsWith(`{"text":"${large}","exact":1.10}`));
	expect(code).toBe(0);
	expect(otherIn(out, where)).toEqual({text: large, exact: 1.1});
	expect(out).toContain('"exact":1.10}');
});

const readingLines = lines.filter(([line]) => /^(?:ls|get)/.test(line));

test.each(readingLines)('%s exits with 6 if it cannot print a document exactly', {tags: ['fault-134']}, async line => {
	for (const other of [manyRounded, deep]) {
		const {code, out, err} = await runCommandLine(line, recordsWith(other));
		expect([code, out]).toEqual([6, '']);
		expect(err).toContain('too large or nested too deep to be printed exactly');
	}
});

test('api --json prints an answer that cannot be kept exactly as text', {tags: ['fault-134']}, async () => {
	for (const other of [manyRounded, deep]) {
		const {code, out} = await runCommandLine('api GET projects/prj_1 --json', recordsWith(other));
		expect(code).toBe(0);
		expect(JSON.parse(out)._landfall.body).toContain(other);
	}
});

const writingLines = ['create other --json', 'edit prj_1 --name documents --json', 'deploy prj_1 --json'];

test.each(writingLines)('%s prints known fields if it cannot print the answer', {tags: ['fault-134']}, async line => {
	const posts = recordsWith(deep);
	const reads = recordsWith('1');
	const {code, out} = await runCommandLine(line, {
		handle: request => (request.method === 'GET' ? reads : posts).handle(request),
	});
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({
		id: expect.any(String),
		url: expect.any(String),
		_landfall: {outcome: 'found'},
	});
});

test('the raw record on the screen says that numbers may be rounded', {tags: ['fault-134']}, async () => {
	const app = await openDemo({...recordsWith(manyRounded)});
	await app.see('docs');
	await app.press('i');
	await app.see('Too large or nested too deep to show every number as it was sent.');
});
