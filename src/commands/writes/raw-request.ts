import type {RawCall} from '../../api/client.ts';
import {parseAsWritten} from '../../api/decode/parse-json.ts';
import {parseRawPath} from '../../api/transport/raw-path.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {editedFields, wireFieldNames} from '../../store/model/writes/edited-fields.ts';
import type {LastWrite} from '../../store/model/writes/last-write.ts';
import {plain} from '../../text.ts';
import {CommandError} from '../headless/command-error.ts';
import type {CommandContext, OptionsOf} from '../headless/context.ts';
import {orInterrupted} from '../headless/interruption.ts';

/** A request as the user typed it. */
export type RawRequest = RawCall & {
	/** The project that it deletes or deploys. Undefined for any other request. */
	readonly guardedProjectId: string | undefined;
	/** The same write in landfall's terms. Undefined unless it is a documented write whose fields landfall knows. */
	readonly meaning: Meaning | undefined;
};

type Meaning = LastWrite['write'];

type ApiOptions = OptionsOf<'api'>;

/** Returns a path segment as text. Undefined if its encoding is invalid. */
function decoded(segment: string): string | undefined {
	try {
		return decodeURIComponent(segment);
	} catch {
		return undefined;
	}
}

/** Decodes the characters that mean the same encoded: the unreserved ones of RFC 3986. */
const normalized = (path: string): string =>
	path.replace(/%([\da-f]{2})/gi, (code, hex: string) => {
		const character = String.fromCharCode(Number.parseInt(hex, 16));
		return /[\w.~-]/.test(character) ? character : code;
	});

/** Parses a path like a lenient service, which ignores case, needless encoding, a trailing slash and the query. */
function projectIn(path: string): {readonly projectId: string; readonly isDeployments: boolean} | undefined {
	const [, segment, deployments] =
		/^\/v1\/projects\/([^/?]+)(\/deployments)?\/?(?:\?.*)?$/is.exec(normalized(path)) ?? [];
	const projectId = decoded(segment ?? '');
	return projectId ? {projectId, isDeployments: deployments !== undefined} : undefined;
}

/** Returns the body to send, as text. Without a file, a request that needs one sends an empty object. */
async function bodyOf({method, bodyFile}: ApiOptions, context: CommandContext): Promise<string | undefined> {
	if (bodyFile !== undefined) return orInterrupted(context, context.readText(bodyFile));
	return method === 'POST' || method === 'PATCH' ? '{}' : undefined;
}

function meaningOf(method: string, path: string, body: string | undefined): Meaning | undefined {
	const json = body === undefined ? undefined : parseAsWritten(body);
	const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
	const names = isObject ? Object.keys(json) : [];
	const changes = body === undefined ? undefined : editedFields(body);
	const {projectId, isDeployments} = projectIn(path) ?? {};
	// Only the documented path: with any other, the service may do something else.
	if (method === 'POST' && path === '/v1/projects') {
		return changes?.name !== undefined && names.length === 1 ? {kind: 'create', name: changes.name} : undefined;
	}

	if (projectId === undefined || path !== exactPath(projectId, isDeployments)) return undefined;
	if (method === 'DELETE' && !isDeployments) return {kind: 'delete', projectId};
	if (method === 'POST' && isDeployments && isObject) return {kind: 'deploy', projectId, body: body ?? '{}'};
	const isKnown = names.length > 0 && names.every(name => wireFieldNames.has(name));
	return method === 'PATCH' && !isDeployments && changes && isKnown ? {kind: 'edit', projectId, changes} : undefined;
}

const exactPath = (projectId: string, isDeployments = false): string =>
	`/v1/projects/${encodeURIComponent(projectId)}${isDeployments ? '/deployments' : ''}`;

/** Parses the arguments of `landfall api` and reads the body. Throws `CommandError`. */
export async function rawRequest(options: ApiOptions, context: CommandContext): Promise<RawRequest> {
	const method = options.method as RawCall['method'];
	const path = parseRawPath(options.path);
	if (path === undefined) {
		throw new CommandError(
			exitCodes.usage,
			plain`The path must be below the address of the service, such as projects?limit=3 or /v1/projects, with special characters percent-encoded.`,
		);
	}

	const text = await bodyOf(options, context);
	const body = text === undefined ? undefined : parseAsWritten(text);
	if (text !== undefined && (typeof body !== 'object' || body === null)) {
		throw new CommandError(exitCodes.usage, plain`The body must be a JSON object or list. Nothing was sent.`);
	}

	const project = projectIn(path);
	const isGuarded = project && (project.isDeployments ? method === 'POST' : method === 'DELETE');
	return {
		method,
		path,
		...(body !== undefined && {body: body as object}),
		guardedProjectId: isGuarded ? project.projectId : undefined,
		meaning: meaningOf(method, path, text),
	};
}
