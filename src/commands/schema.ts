import {wireTypes} from '../api/decode.ts';
import {outcomeNames} from '../model/status-words.ts';

type Schema = Readonly<Record<string, unknown>>;

const text = {type: 'string'};
const textOrNull = {type: ['string', 'null']};
const count = {type: 'integer', minimum: 0};
const countOrNull = {type: ['integer', 'null'], minimum: 0};
const yesOrNo = {type: 'boolean'};
const time = {type: 'string', format: 'date-time'};
const timeOrNull = {type: ['string', 'null'], format: 'date-time'};
const oneOf = (...values: readonly string[]) => ({enum: values});
const ref = (name: string) => ({$ref: `#/$defs/${name}`});
const listOf = (items: Schema) => ({type: 'array', items});

/** An object that may have other fields: the service sends more than it documents. The fields whose names end in `?` may be missing. */
function open(fields: Readonly<Record<string, Schema>>) {
	const named = Object.entries(fields);
	return {
		type: 'object',
		properties: Object.fromEntries(named.map(([name, field]) => [name.replace('?', ''), field])),
		required: named.map(([name]) => name).filter(name => !name.endsWith('?')),
	};
}

/** An object of landfall's own, which has no other fields. */
const closed = (fields: Readonly<Record<string, Schema>>) => ({...open(fields), additionalProperties: false});

/** Any documented field may be missing in a record, or be null. */
const recordOf = (types: (typeof wireTypes)['project']) =>
	open(Object.fromEntries(types.map(([name, type]) => [`${name}?`, {type: [type, 'null']}])));

/** A document: what the service sent, and what landfall adds to it. */
const documentOf = (own: Readonly<Record<string, Schema>>, ...sent: readonly Schema[]) => ({
	...open({_landfall: closed(own)}),
	anyOf: sent,
});

const [project, deployment] = [ref('project'), ref('deployment')];
const outcome = oneOf(...Object.values(outcomeNames));

const read = {read_at: time};

const written = {
	outcome: oneOf('done', 'unchanged', 'found', 'refused', 'unknown'),
	'project_id?': text,
	'reason?': text,
	'request_id?': text,
	'candidates?': listOf(text),
	'intent?': text,
	'command?': textOrNull,
};

/** What each command prints. Those that are not named here print no JSON. */
const documents: Readonly<Record<string, Schema>> = {
	ls: documentOf(
		{...read, is_complete: yesOrNo, 'pages?': count},
		open({projects: listOf(project), 'next_cursor?': textOrNull, 'request_id?': textOrNull}),
		open({deployments: listOf(deployment), 'request_id?': textOrNull}),
	),
	get: documentOf(read, project, deployment),
	create: documentOf(written, project),
	edit: documentOf(written, project),
	delete: documentOf(written, project),
	deploy: {anyOf: [documentOf(written, deployment), ref('change'), ref('verdict')]},
	wait: {anyOf: [ref('change'), ref('verdict')]},
	watch: ref('change'),
	reconcile: documentOf(
		{
			outcome: oneOf('done', 'absent', 'dismissed', 'unknown'),
			intent: text,
			write: oneOf('create', 'edit', 'delete', 'deploy', 'other'),
			'project_id?': text,
			reason: text,
			'candidates?': listOf(text),
		},
		project,
	),
	api: documentOf({status: count, request_id: textOrNull, 'body?': text}, open({})),
};

/** The JSON Schema of everything that `--json` prints: `$defs` has what each command prints to standard output, and `failure`, which any of them prints to standard error. */
export const schema = {
	$schema: 'https://json-schema.org/draft/2020-12/schema',
	title: 'What landfall prints with --json',
	description:
		'Records have the documented fields, with the types that the service documents. landfall passes on what it sends, also what does not fit.',
	anyOf: [...Object.keys(documents), 'failure'].map(ref),
	$defs: {
		project: recordOf(wireTypes.project),
		deployment: recordOf(wireTypes.deployment),
		change: documentOf(
			{
				event: oneOf('seen', 'started', 'changed', 'concluded', 'changed again'),
				outcome,
				project: text,
				seen_after: timeOrNull,
				seen_by: timeOrNull,
			},
			deployment,
		),
		verdict: documentOf(
			{
				event: oneOf('verdict'),
				outcome: text,
				exit_code: count,
				reason: text,
				project: text,
				read_at: timeOrNull,
				age_ms: countOrNull,
			},
			deployment,
		),
		failure: closed({
			code: text,
			exit_code: count,
			message: text,
			request_id: textOrNull,
			retryable: yesOrNo,
			next: textOrNull,
		}),
		...documents,
	},
};
