// The bare request that a start is compared with: gets a page of projects, and prints it.
import {get} from 'node:http';

const headers = {authorization: `Bearer ${process.env.LANDFALL_API_KEY}`};
get(new URL('projects?limit=100', `${process.argv[2]}/`), {headers}, response => {
	const chunks = [];
	response.on('data', chunk => chunks.push(chunk));
	response.on('end', () => {
		const {projects} = JSON.parse(Buffer.concat(chunks).toString());
		const rows = projects.map(
			project => `${project.name.padEnd(60)} v${project.latest_upload_version} ${project.status}`,
		);
		process.stdout.write(`${rows.join('\n')}\n`);
	});
});
