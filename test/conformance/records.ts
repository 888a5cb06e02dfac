import type {Json} from './service.ts';

type FieldType = 'id' | 'string' | 'integer' | 'date-time';

const project: Readonly<Record<string, FieldType>> = {
	id: 'id',
	name: 'string',
	slug: 'string',
	url: 'string',
	upload_mode: 'string',
	status: 'string',
	latest_upload_version: 'integer',
	created_at: 'date-time',
	updated_at: 'date-time',
	request_id: 'id',
};

const deployment: Readonly<Record<string, FieldType>> = {
	id: 'id',
	project_id: 'id',
	environment_id: 'string',
	status: 'string',
	conclusion: 'string',
	upload_version: 'integer',
	url: 'string',
	created_at: 'date-time',
	concluded_at: 'date-time',
	request_id: 'id',
};

/** Lists how a project differs from the interface. */
export const flawsOfProject = (record: Json): readonly string[] => flawsOf(record, project);

/** Lists how a deployment differs from the interface. */
export const flawsOfDeployment = (record: Json): readonly string[] => flawsOf(record, deployment);

const flawsOf = (record: Json, fields: Readonly<Record<string, FieldType>>): readonly string[] =>
	Object.entries(fields)
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
