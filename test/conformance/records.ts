import type {Json} from './service.ts';

type FieldType = 'id' | 'string' | 'integer' | 'date-time';

const typed = (types: Readonly<Record<FieldType, string>>) =>
	Object.entries(types).flatMap(([type, names]) => names.split(' ').map(name => [name, type as FieldType] as const));

const project = typed({
	id: 'id request_id',
	string: 'name slug url upload_mode status',
	integer: 'latest_upload_version',
	'date-time': 'created_at updated_at',
});

const deployment = typed({
	id: 'id project_id request_id',
	string: 'environment_id status conclusion url',
	integer: 'upload_version',
	'date-time': 'created_at concluded_at',
});

/** Lists how a project differs from the interface. */
export const flawsOfProject = (record: Json): readonly string[] => flawsOf(record, project);

/** Lists how a deployment differs from the interface. */
export const flawsOfDeployment = (record: Json): readonly string[] => flawsOf(record, deployment);

const flawsOf = (record: Json, fields: typeof project): readonly string[] =>
	fields
		.filter(([field, type]) => !(field in record) || !isOf(type, record[field]))
		.map(([field, type]) => `${field} is ${JSON.stringify(record[field])}, which is not a valid ${type}`);

/** The interface does not say which fields can be null, so any field except an id may be. */
function isOf(type: FieldType, value: unknown): boolean {
	switch (type) {
		case 'id':
			return typeof value === 'string' && value !== '';
		case 'string':
			return value === null || typeof value === 'string';
		case 'integer':
			return value === null || Number.isInteger(value);
		case 'date-time':
			return (
				value === null ||
				(typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)))
			);
	}
}
