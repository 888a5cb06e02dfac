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

/** In what a project is not as the interface describes it. */
export const flawsOfProject = (record: Json): readonly string[] => flawsOf(record, project);

/** In what a deployment is not as the interface describes it. */
export const flawsOfDeployment = (record: Json): readonly string[] => flawsOf(record, deployment);

const flawsOf = (record: Json, fields: Readonly<Record<string, FieldType>>): readonly string[] =>
	Object.entries(fields)
		.filter(([field, type]) => !(field in record) || !isOf(type, record[field]))
		.map(([field, type]) => `${field} is ${JSON.stringify(record[field])}, which is no ${type}`);

/** Which fields can be null is not shown, so any but the ids may be. */
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
