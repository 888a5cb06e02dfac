import {wireTypes} from '../api/decode.ts';
import {notificationScopes} from '../model/notification-rules.ts';
import {outcomeNames} from '../model/status-words.ts';
import {columnNames} from '../present/columns.ts';
import {configTable} from '../settings/config-table.ts';

type Schema = Readonly<Record<string, unknown>>;

const textType = {type: 'string'};
const textOrNull = {type: ['string', 'null']};
const countType = {type: 'integer', minimum: 0};
const countOrNull = {type: ['integer', 'null'], minimum: 0};
const yesOrNo = {type: 'boolean'};
const time = {type: 'string', format: 'date-time'};
const timeOrNull = {type: ['string', 'null'], format: 'date-time'};
const oneOf = (...values: readonly string[]) => ({enum: values});
const ref = (name: string) => ({$ref: `#/$defs/${name}`});
const arrayOf = (items: Schema) => ({type: 'array', items});

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
const closedObject = (fields: Readonly<Record<string, Schema>>) => ({...open(fields), additionalProperties: false});

/** Any documented field may be missing in a record, or be null. */
const recordSchema = (types: (typeof wireTypes)['project']) =>
	open(Object.fromEntries(types.map(([name, type]) => [`${name}?`, {type: [type, 'null']}])));

/** A document: what the service sent, and what landfall adds to it. */
const documentOf = (own: Readonly<Record<string, Schema>>, ...sent: readonly Schema[]) => ({
	...open({_landfall: closedObject(own)}),
	anyOf: sent,
});

const [project, deployment] = [ref('project'), ref('deployment')];
const outcome = oneOf(...Object.values(outcomeNames));

const readAtField = {read_at: time};

const written = {
	outcome: oneOf('done', 'accepted', 'unchanged', 'found', 'refused', 'unknown'),
	'project_id?': textType,
	'reason?': textType,
	'request_id?': textType,
	'candidates?': arrayOf(textType),
	'intent?': textType,
	'command?': textOrNull,
};

/** What each command prints. Those that are not named here print no JSON. */
const documents: Readonly<Record<string, Schema>> = {
	ls: documentOf(
		{...readAtField, is_complete: yesOrNo, 'pages?': countType},
		open({projects: arrayOf(project), 'next_cursor?': textOrNull, 'request_id?': textOrNull}),
		open({deployments: arrayOf(documentOf({project: textType}, deployment)), 'request_id?': textOrNull}),
	),
	get: documentOf(readAtField, project, deployment),
	create: documentOf(written, project),
	edit: documentOf(written, project),
	delete: documentOf(written, project),
	deploy: {anyOf: [documentOf(written, deployment), ref('change'), ref('verdict')]},
	wait: {anyOf: [ref('change'), ref('verdict')]},
	watch: ref('change'),
	reconcile: documentOf(
		{
			outcome: oneOf('done', 'absent', 'dismissed', 'unknown'),
			intent: textType,
			write: oneOf('create', 'edit', 'delete', 'deploy', 'other'),
			'project_id?': textType,
			reason: textType,
			'candidates?': arrayOf(textType),
		},
		project,
	),
	api: documentOf({status: countType, request_id: textOrNull, 'body?': textType}, open({})),
};

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** The JSON Schema of everything that `--json` prints: `$defs` has what each command prints to standard output, and `failure`, which any of them prints to standard error. */
export const schema = {
	$schema: dialect,
	title: 'What landfall prints with --json',
	description:
		'Records have the documented fields, with the types that the service documents. landfall passes on what it sends, also what does not fit.',
	anyOf: [...Object.keys(documents), 'failure'].map(ref),
	$defs: {
		project: recordSchema(wireTypes.project),
		deployment: recordSchema(wireTypes.deployment),
		change: documentOf(
			{
				event: oneOf('seen', 'started', 'changed', 'concluded', 'changed again'),
				outcome,
				project: textType,
				seen_after: timeOrNull,
				seen_by: timeOrNull,
			},
			deployment,
		),
		verdict: documentOf(
			{
				event: oneOf('verdict'),
				outcome: textType,
				exit_code: countType,
				reason: textType,
				project: textType,
				read_at: timeOrNull,
				age_ms: countOrNull,
			},
			deployment,
		),
		failure: closedObject({
			code: textType,
			exit_code: countType,
			message: textType,
			request_id: textOrNull,
			retryable: yesOrNo,
			next: textOrNull,
		}),
		...documents,
	},
};

const {columns, rules, wordMeanings} = configTable.properties;
const scope = {anyOf: [oneOf(...notificationScopes), {type: 'string', pattern: '^@.'}]};
const lists = [...columnNames].map(([list, names]) => [list, arrayOf(oneOf(...names))]);

/** The JSON Schema of `config.json`: the table that checks it, with the words that other files know. */
export const configSchema = {
	$schema: dialect,
	title: 'config.json of landfall',
	...configTable,
	properties: {
		...configTable.properties,
		columns: {...columns, properties: Object.fromEntries(lists)},
		rules: {...rules, properties: {...rules.properties, scope}},
		wordMeanings: {...wordMeanings, additionalProperties: outcome},
	},
};
