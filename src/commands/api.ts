import {objectAsSent} from '../api/decode/as-sent.ts';
import {parseAsWritten} from '../api/decode/parse-json.ts';
import {requestIdOf} from '../api/response/error-body.ts';
import type {WireAnswer} from '../api/transport/transport.ts';
import type {Project} from '../api/types.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import {projectTitle} from '../project-title.ts';
import {isProtected, protectedText} from '../store/model/guards.ts';
import {confirmationFor} from '../store/model/writes/confirmation.ts';
import {baseOf} from '../store/model/writes/write-intent.ts';
import {plain, safe} from '../text.ts';
import {createProject} from './create.ts';
import {deployProject, undeployableText} from './deploy.ts';
import type {CommandContext, OptionsOf} from './headless/context.ts';
import {CommandError} from './headless/errors.ts';
import type {Output} from './headless/output.ts';
import {type RawRequest, rawRequest} from './writes/raw-request.ts';
import {complainUnknown, sendWrite, type WriteOutcome, type WriteRun, withWriteRun} from './writes/write.ts';

type Answered = Extract<WireAnswer, {outcome: 'answered'}>;

/** Sends one request and prints the answer as it is. Returns the exit code. */
export const runApi = (options: OptionsOf<'api'>, context: CommandContext): Promise<number> =>
	withWriteRun(options, context, async opened => {
		const request = await rawRequest(options, context);
		let answer: Answered | undefined;
		const run: WriteRun = {
			...opened,
			onAnswer(received) {
				answer = received.outcome === 'answered' ? received : undefined;
			},
		};
		try {
			if (request.method === 'GET') {
				await get(run, request);
				return exitCodes.done;
			}

			const outcome = await write(run, request);
			if (outcome.kind === 'unknown') {
				complainUnknown(run, outcome);
				return exitCodes.unknownOutcome;
			}

			if (outcome.sent === undefined)
				context.output.note(plain`The answer was lost, but the service shows the result.`);
			return exitCodes.done;
		} finally {
			if (answer) print(context.output, answer);
		}
	});

const get = ({client, onAnswer}: WriteRun, {method, path}: RawRequest): Promise<unknown> =>
	client.read((service, signal, requestOptions) =>
		service.sendRaw({method, path}, signal, {...requestOptions, ...(onAnswer && {onAnswer})}),
	);

/** Sends a write. One that another command could send goes the same way, so that its outcome can be looked for if the answer is lost. */
async function write(run: WriteRun, request: RawRequest): Promise<WriteOutcome> {
	const {guards} = run;
	const {method, path, body, guardedProjectId, meaning} = request;
	if (guardedProjectId !== undefined && guards.protects.length > 0 && meaning?.kind !== 'deploy') {
		const project = await readProject(run, guardedProjectId);
		if (isProtected(guards, confirmationFor(project))) {
			const name = projectTitle(project);
			const reason = method === 'DELETE' ? protectedText(name) : plain`${undeployableText(name)}.`;
			throw new CommandError(exitCodes.notGood, reason);
		}
	}

	switch (meaning?.kind) {
		case 'create':
			return createProject(run, meaning.name);
		case 'deploy': {
			const project = await readProject(run, meaning.projectId);
			return deployProject(run, project, {body: meaning.body, isSure: false, isOneOfMany: false});
		}

		case 'edit': {
			const {projectId, changes} = meaning;
			const project = await readProject(run, projectId);
			return sendWrite(run, {kind: 'edit', projectId, changes, base: baseOf(project)}, projectTitle(project));
		}

		case 'delete':
			return sendWrite(run, meaning, meaning.projectId);
		default:
			return sendWrite(run, {kind: 'other', method, path}, safe(`${method} ${path}`, 200), body);
	}
}

const readProject = async ({client}: WriteRun, projectId: string): Promise<Project> =>
	(await client.readProject(projectId)).value;

/** Prints an answer: byte for byte in a pipe, indented on a terminal, and with its status and request id with `--json`. */
function print(output: Output, answer: Answered): void {
	const {body, status} = answer;
	const document = objectAsSent(body);
	if (output.isJson) {
		const requestId = requestIdOf(answer, document);
		const other = document || body === '' ? {} : {body};
		output.document({...document, _landfall: {status, request_id: requestId ?? null, ...other}});
	} else if (output.isTable && body !== '') {
		const json = parseAsWritten(body);
		if (json === undefined) output.raw(body);
		else output.document(json);
	} else output.raw(body);
}
