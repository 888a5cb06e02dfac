/** The floor for a command that reads: a bare program that makes the same request and prints a line for each project. */
const [address = '', apiKey = '', limit = '20'] = process.argv.slice(2);
const headers = {authorization: `Bearer ${apiKey}`};
process.getBuiltinModule('node:http').get(`${address}/v1/projects?limit=${limit}`, {headers}, response => {
	const chunks: Buffer[] = [];
	response.on('data', chunk => chunks.push(chunk));
	response.on('end', () => {
		const {projects} = JSON.parse(Buffer.concat(chunks).toString()) as {projects: object[]};
		const lines = projects.map(project => Object.values(project).join('\t'));
		process.stdout.write(`${lines.join('\n')}\n`, () => process.exit(0));
	});
});
