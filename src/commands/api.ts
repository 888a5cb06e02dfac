import type {RawCall} from '../api/client.ts';
import {deploymentsPath, parseRawPath, projectPath, projectsPath} from '../api/endpoint.ts';
import {requestIdOf} from '../api/error-body.ts';
import {objectAsSent} from '../api/raw-answer.ts';
import type {Answered, WireAnswer} from '../api/transport.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {isJsonObject} from '../base/json.ts';
import {parseAsWritten} from '../base/parse-json.ts';
import {plain, safe} from '../base/text.ts';
import {confirmationFor, protectedText} from '../model/confirmation.ts';
import {isProtected} from '../model/connection.ts';
import {parseEdited} from '../model/edited-fields.ts';
import {projectTitle} from '../model/project-title.ts';
import {baseOf} from '../model/write-intent.ts';
import type {CommandContext} from './context.ts';
import {CommandError, orInterrupted} from './errors.ts';
import type {Output} from './output.ts';
import {createProject, deployProject} from './projects.ts';
import {complainUnknown, sendWrite, type WriteOptions, type WriteResult, type WriteRun, withWriteRun} from './write.ts';

type ApiOptions = WriteOptions & {
	readonly method: RawCall['method'];
	readonly path: string;
	readonly bodyFile: string | undefined;
};

type ApiRequest = RawCall & {
	/** The JSON of the body. */
	readonly json: string | undefined;
	/** What the path is about. Undefined if that is not documented. */
	readonly target: PathTarget | undefined;
};

type PathTarget = {
	readonly kind: 'projects' | 'project' | 'deployments';
	/** Empty for the list of projects. */
	readonly projectId: string;
	/** Whether the path is written as documented. */
	readonly isExact: boolean;
};

/** Sends one request and prints the answer as it is. Returns the exit code. */
export const runApi = (options: ApiOptions, context: CommandContext): Promise<number> =>
	withWriteRun({...options, mayWrite: options.method !== 'GET'}, context, async opened => {
		const request = await readRequest(options, context);
		let answer: Answered | undefined;
		const onAnswer = (received: WireAnswer) => {
			answer = received.outcome === 'answered' ? received : undefined;
		};
		const run: WriteRun = {...opened, onAnswer};
		try {
			if (request.method === 'GET') {
				const {method, path} = request;
				await run.client.read((service, signal, requestOptions) =>
					service.sendRaw({method, path}, signal, {...requestOptions, onAnswer}),
				);
				return exitCodes.done;
			}

			await rejectProtected(run, request);
			const outcome = await sendRaw(run, request);
			if (outcome.kind === 'unknown') {
				complainUnknown(run, outcome);
				return exitCodes.unknownOutcome;
			}

			if (outcome.sent === undefined)
				context.output.note(plain`The answer was lost, but the service shows the result.`);
			if (answer?.status !== 404 && answer?.status !== 410) return exitCodes.done;
			// To delete what is gone succeeds elsewhere, but who sends a request wants to know how it was answered.
			const exitCode = exitCodes.notFound;
			context.output.fail({exitCode, message: plain`There was nothing to delete (${answer.status}).`});
			return exitCode;
		} finally {
			if (answer) await printAnswer(context.output, answer);
		}
	});

/** Parses the arguments and reads the body. Throws `CommandError`. */
async function readRequest({bodyFile, ...options}: ApiOptions, context: CommandContext): Promise<ApiRequest> {
	const {method} = options;
	const path = parseRawPath(options.path);
	if (path === undefined) {
		throw new CommandError(
			exitCodes.usage,
			plain`The path must be below /v1, such as projects?limit=3 or /v1/projects, with special characters percent-encoded and nothing else: landfall sends no path that a service could take for another one.`,
		);
	}

	const target = pathTarget(path);
	const emptyBody = method === 'POST' || method === 'PATCH' ? '{}' : undefined;
	const json = bodyFile === undefined ? emptyBody : await orInterrupted(context, context.readText(bodyFile));
	if (json === undefined) return {method, path, json, target};
	const body = parseAsWritten(json);
	const mustBeObject = target !== undefined && (target.kind === 'project' ? 'PATCH' : 'POST') === method;
	if (!isJsonObject(body) && (mustBeObject || !Array.isArray(body))) {
		const wanted = mustBeObject ? plain`object` : plain`object or list`;
		throw new CommandError(exitCodes.usage, plain`The body must be a JSON ${wanted}. Nothing was sent.`);
	}

	return {method, path, json, target, body};
}

/** Returns what a path of `parseRawPath` is about. A service may ignore case. */
function pathTarget(path: string): PathTarget | undefined {
	const [pathname = ''] = path.split('?');
	const [isKnown, id, deployments] = /^\/v1\/projects(?:\/([^/]+)(\/deployments)?)?$/i.exec(pathname) ?? [];
	if (isKnown === undefined) return undefined;
	if (id === undefined) return {kind: 'projects', projectId: '', isExact: path === projectsPath};
	const projectId = decodeURIComponent(id);
	return deployments === undefined
		? {kind: 'project', projectId, isExact: path === projectPath(projectId)}
		: {kind: 'deployments', projectId, isExact: path === deploymentsPath(projectId)};
}

/** Throws `CommandError` for a request that deletes a protected project, or deploys one otherwise than documented. */
async function rejectProtected({client, guards}: WriteRun, {method, target}: ApiRequest): Promise<void> {
	if (!target || guards.protects.length === 0) return;
	const {kind, projectId, isExact} = target;
	const isDelete = kind === 'project' && method === 'DELETE';
	// As documented, it is a deployment like any other, for which the user may be asked.
	const isDeploy = kind === 'deployments' && method === 'POST' && !isExact;
	if (!isDelete && !isDeploy) return;
	const {value: project} = await client.readProject(projectId);
	const question = confirmationFor(project);
	if (!isProtected(guards, question)) return;
	throw new CommandError(exitCodes.notGood, protectedText(isDelete ? 'delete' : 'deploy', question.title));
}

/** Sends a write. One that another command could send goes the same way, so that its outcome can be looked for if the answer is lost. */
async function sendRaw(run: WriteRun, {method, path, body, json = '{}', target}: ApiRequest): Promise<WriteResult> {
	const sendAsTyped = () => sendWrite(run, {kind: 'other', method, path}, safe(`${method} ${path}`, 200), body);
	// With any other path, the service may do something else.
	if (!target?.isExact) return sendAsTyped();
	const {kind, projectId} = target;
	if (kind === 'project' && method === 'DELETE') return sendWrite(run, {kind: 'delete', projectId}, projectId);
	if (kind === 'deployments' && method === 'POST') {
		const {value: project} = await run.client.readProject(projectId);
		return deployProject(run, project, {body: json, isSure: false, isOneOfMany: false});
	}

	const {changes = {}, others} = parseEdited(json) ?? {};
	const names = Object.keys(changes);
	// Nobody could see later whether a field that landfall does not know has changed.
	if (others?.size !== 0 || names.length === 0) return sendAsTyped();
	if (kind === 'projects' && method === 'POST') {
		return changes.name !== undefined && names.length === 1 ? createProject(run, changes.name) : sendAsTyped();
	}

	if (kind !== 'project' || method !== 'PATCH') return sendAsTyped();
	const {value: project} = await run.client.readProject(projectId);
	return sendWrite(run, {kind: 'edit', projectId, changes, base: baseOf(project)}, projectTitle(project));
}

/** Prints an answer: byte for byte in a pipe, indented on a terminal, and with its status and request id with `--json`. */
async function printAnswer(output: Output, answer: Answered): Promise<void> {
	const {body, status} = answer;
	const document = objectAsSent(body);
	if (output.isJson) {
		const requestId = requestIdOf(answer, document);
		const other = document || body === '' ? {} : {body};
		output.document({...document, _landfall: {status, request_id: requestId ?? null, ...other}});
	} else if (output.isTable && body !== '') {
		const json = parseAsWritten(body);
		if (json === undefined) await output.raw(body);
		else output.document(json);
	} else await output.raw(body);
}
