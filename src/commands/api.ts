import type {RawCall} from '../api/client.ts';
import {documentedWrite, parseRawPath} from '../api/endpoint.ts';
import {requestIdOf} from '../api/error-body.ts';
import {objectAsSent} from '../api/raw-answer.ts';
import type {Answered, WireAnswer} from '../api/transport.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {isJsonObject} from '../base/json.ts';
import {parseAsWritten} from '../base/parse-json.ts';
import {plain, safe} from '../base/text.ts';
import {parseEdited} from '../model/edited-fields.ts';
import {projectTitle} from '../model/project-title.ts';
import {baseOf, type Done, type Write} from '../model/write-intent.ts';
import {CommandError, orInterrupted} from './command-error.ts';
import type {CommandContext} from './context.ts';
import {createProject} from './create.ts';
import {deployProject} from './deploy.ts';
import type {Output} from './output.ts';
import {explainUnconfirmed, sendWrite, type WriteOptions, type WriteResult, type WriteRun} from './send-write.ts';
import {runWrite} from './write-command.ts';

type ApiOptions = WriteOptions & {
	readonly method: RawCall['method'];
	readonly path: string;
	readonly bodyFile: string | undefined;
};

type ApiRequest = RawCall & {readonly bodyText: string | undefined};

export const runApi = (options: ApiOptions, context: CommandContext): Promise<number> =>
	runWrite({...options, mayWrite: options.method !== 'GET'}, context, async opened => {
		const request = await readRequest(options, context);
		let answer: Answered | undefined;
		let done: Done | undefined;
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

			const outcome = await sendRaw(run, request);
			if (outcome.kind === 'unconfirmed') {
				explainUnconfirmed(run, outcome);
				return exitCodes.unknownOutcome;
			}

			if (outcome.kind === 'done') ({done} = outcome);
			// `landfall delete` succeeds if the project is gone. A raw request reports the answer itself.
			if (done?.kind === 'deleted' && (!answer || answer.status === 404 || answer.status === 410)) {
				context.output.fail({exitCode: exitCodes.notFound, message: plain`There was nothing to delete.`});
				return exitCodes.notFound;
			}

			if (outcome.sent === undefined)
				context.output.note(plain`The answer did not arrive, but the service shows the result.`);
			return exitCodes.done;
		} finally {
			if (answer) await printAnswer(context.output, answer);
			if (done) await run.writes.forget(done.ref);
		}
	});

async function readRequest({bodyFile, ...options}: ApiOptions, context: CommandContext): Promise<ApiRequest> {
	const {method} = options;
	const path = parseRawPath(options.path);
	if (path === undefined) {
		throw new CommandError(
			exitCodes.usage,
			plain`The path must be below /v1, such as projects?limit=3 or /v1/projects, with special characters percent-encoded and no others. landfall sends no path that a service could take for another one.`,
		);
	}

	const {kind} = documentedWrite(method, path) ?? {};
	const emptyBody = method === 'POST' || method === 'PATCH' ? '{}' : undefined;
	const bodyText = bodyFile === undefined ? emptyBody : await orInterrupted(context, context.readText(bodyFile));
	if (bodyText === undefined) return {method, path, bodyText};
	const body = parseAsWritten(bodyText);
	const mustBeObject = kind !== undefined && kind !== 'delete';
	if (!isJsonObject(body) && (mustBeObject || !Array.isArray(body))) {
		const expected = mustBeObject ? plain`object` : plain`object or list`;
		throw new CommandError(exitCodes.usage, plain`The body must be a JSON ${expected}.`);
	}

	return {method, path, bodyText, body};
}

/** A request that another command could send goes the same way, so that it can be reconciled after a lost answer. */
async function sendRaw(run: WriteRun, {method, path, body, bodyText = '{}'}: ApiRequest): Promise<WriteResult> {
	const {kind, projectId = ''} = documentedWrite(method, path) ?? {};
	const {changes = {}, others} = parseEdited(bodyText) ?? {};
	const {name, ...rest} = changes;
	// Reading cannot show whether an unknown field has changed.
	const isKnown = others?.size === 0 && Object.keys(changes).length > 0;
	if (kind === 'create' && isKnown && name !== undefined && Object.keys(rest).length === 0)
		return createProject(run, name);
	// A request with an undocumented path may do anything.
	if (!kind || kind === 'create' || (kind === 'edit' && !isKnown))
		return sendWrite(run, {kind: 'other', method, path}, safe(`${method} ${path}`, 200), {body});
	const {value: project} = await run.client.readProject(projectId);
	if (kind === 'deploy') return deployProject(run, project, {body: bodyText}, false);
	const write: Write = kind === 'edit' ? {kind, projectId, changes, base: baseOf(project)} : {kind, projectId};
	return sendWrite(run, write, projectTitle(project));
}

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
