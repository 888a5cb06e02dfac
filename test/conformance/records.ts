import type {Json} from './service.ts';

const isDate = (value: string) => /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value));

/** The interface does not say which fields can be null, so any field except an id may be. */
const isOf = {
	id: (value: unknown) => typeof value === 'string' && value !== '',
	string: (value: unknown) => value === null || typeof value === 'string',
	integer: (value: unknown) => value === null || Number.isInteger(value),
	'date-time': (value: unknown) => value === null || (typeof value === 'string' && isDate(value)),
};

type FieldType = keyof typeof isOf;

const flawsOf = (types: Readonly<Record<FieldType, string>>) => {
	const fields = Object.entries(types).flatMap(([type, names]) =>
		names.split(' ').map(name => [name, type as FieldType] as const),
	);
	return (record: Json): readonly string[] =>
		fields
			.filter(([field, type]) => !(field in record) || !isOf[type](record[field]))
			.map(([field, type]) => `${field} is ${JSON.stringify(record[field])}, which is not a valid ${type}`);
};

export const flawsOfProject = flawsOf({
	id: 'id request_id',
	string: 'name slug url upload_mode status',
	integer: 'latest_upload_version',
	'date-time': 'created_at updated_at',
});

export const flawsOfDeployment = flawsOf({
	id: 'id project_id request_id',
	string: 'environment_id status conclusion url',
	integer: 'upload_version',
	'date-time': 'created_at concluded_at',
});
