import type {RawCall} from '../../api/client.ts';
import {parseAsWritten} from '../../api/decode/parse-json.ts';
import {parseRawPath} from '../../api/transport/raw-path.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {parseEdited} from '../../store/model/writes/edited-fields.ts';
import type {LastWrite} from '../../store/model/writes/last-write.ts';
import {plain} from '../../text.ts';
import type {CommandContext, OptionsOf} from '../headless/context.ts';
import {CommandError, orInterrupted} from '../headless/errors.ts';

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

/** What a path is about. */
type Target = {
	/** Undefined for the list of projects. */
	readonly projectId: string | undefined;
	readonly isDeployments: boolean;
};

/** Parses a path like a lenient service, which ignores case, needless encoding, a trailing slash and the query. */
function targetOf(path: string): Target | undefined {
	const [all, segment, deployments] =
		/^\/v1\/projects(?:\/([^/?]+)(\/deployments)?)?\/?(?:\?.*)?$/is.exec(normalized(path)) ?? [];
	const projectId = segment && decoded(segment);
	const isKnown = all !== undefined && (segment === undefined || projectId !== undefined);
	return isKnown ? {projectId, isDeployments: deployments !== undefined} : undefined;
}

/** Returns the body to send, as text. Without a file, a request that needs one sends an empty object. */
async function bodyOf({method, bodyFile}: ApiOptions, context: CommandContext): Promise<string | undefined> {
	if (bodyFile !== undefined) return orInterrupted(context, context.readText(bodyFile));
	return method === 'POST' || method === 'PATCH' ? '{}' : undefined;
}

/** Whether the interface documents an object as the body. */
const takesObject = (method: string, {projectId, isDeployments}: Target): boolean =>
	(method === 'POST' && (projectId === undefined || isDeployments)) ||
	(method === 'PATCH' && projectId !== undefined && !isDeployments);

function meaningOf(method: string, path: string, body: string | undefined, target: Target): Meaning | undefined {
	const {projectId, isDeployments} = target;
	// Only the documented path: with any other, the service may do something else.
	if (path !== exactPath(target)) return undefined;
	const {changes = {}, others} = parseEdited(body ?? '') ?? {};
	const isKnown = others?.size === 0;
	if (projectId === undefined) {
		const {name, ...more} = changes;
		const isCreation = method === 'POST' && isKnown && Object.keys(more).length === 0;
		return isCreation && name !== undefined ? {kind: 'create', name} : undefined;
	}

	if (isDeployments) return method === 'POST' ? {kind: 'deploy', projectId, body: body ?? '{}'} : undefined;
	if (method === 'DELETE') return {kind: 'delete', projectId};
	const isEdit = method === 'PATCH' && isKnown && Object.keys(changes).length > 0;
	return isEdit ? {kind: 'edit', projectId, changes} : undefined;
}

const exactPath = ({projectId, isDeployments}: Target): string => {
	const project = projectId === undefined ? '' : `/${encodeURIComponent(projectId)}`;
	return `/v1/projects${project}${isDeployments ? '/deployments' : ''}`;
};

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
	const target = targetOf(path);
	const mustBeObject = target !== undefined && takesObject(method, target);
	if (text !== undefined && (typeof body !== 'object' || body === null || (mustBeObject && Array.isArray(body)))) {
		const wanted = mustBeObject ? plain`object` : plain`object or list`;
		throw new CommandError(exitCodes.usage, plain`The body must be a JSON ${wanted}. Nothing was sent.`);
	}

	const isGuarded = target && (target.isDeployments ? method === 'POST' : method === 'DELETE');
	return {
		method,
		path,
		...(body !== undefined && {body: body as object}),
		guardedProjectId: isGuarded ? target.projectId : undefined,
		meaning: target && meaningOf(method, path, text, target),
	};
}
