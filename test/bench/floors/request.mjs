// The least that a Node program can do for the first rows: it requests a page of projects, and prints it.
import {get} from 'node:http';

const headers = {authorization: `Bearer ${process.env.LANDFALL_API_KEY}`};
get(new URL('projects?limit=100', `${process.argv[2]}/`), {headers}, response => {
	const chunks = [];
	response.on('data', chunk => chunks.push(chunk));
	response.on('end', () => {
		const {projects} = JSON.parse(Buffer.concat(chunks).toString());
		const rows = projects
			.slice(0, 36)
			.map(project => `${project.name.padEnd(60)} v${project.latest_upload_version} ${project.status}`);
		process.stdout.write(`${rows.join('\n')}\n`);
	});
});
