/** A project as the interface describes it on the wire. */
export const projectOnTheWire = {
	id: 'prj_1',
	name: 'docs',
	slug: 'docs',
	url: 'https://docs.example.com',
	upload_mode: 'archive',
	status: 'active',
	latest_upload_version: 17,
	created_at: '2026-01-02T03:04:05Z',
	updated_at: '2026-06-01T12:00:00.250Z',
	request_id: 'req_1',
};

/** A deployment, concluded, as the interface describes it on the wire. */
export const deploymentOnTheWire = {
	id: 'dep_1',
	project_id: 'prj_1',
	environment_id: 'env_1',
	status: 'finished',
	conclusion: 'success',
	upload_version: 17,
	url: 'https://v17.docs.example.com',
	created_at: '2026-06-01T12:00:00Z',
	concluded_at: '2026-06-01T12:01:00Z',
	request_id: 'req_2',
};
