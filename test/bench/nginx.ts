import {spawn, spawnSync} from 'node:child_process';
import {globSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import {userInfo} from 'node:os';
import {join} from 'node:path';
import {pause} from './probe.ts';

const port = 18_443;
const page = join(import.meta.dirname, '../../docs/many-windows.md');

/** The configuration in the document, with the addresses and files of this computer. */
function configurationFor(service: string, directory: string): string {
	const [, documented = ''] = /^```nginx\n(.*?)^```/ms.exec(readFileSync(page, 'utf8')) ?? [];
	const changes = [
		['/run/landfall-cache', join(directory, 'cache')],
		['listen 443 ssl;', `listen 127.0.0.1:${port};`],
		['ssl_certificate /etc/nginx/landfall.crt;', ''],
		['ssl_certificate_key /etc/nginx/landfall.key;', ''],
		['https://api.example.com', service],
	] as const;
	return changes.reduce((text, [from, to]) => {
		if (!text.includes(from)) throw new Error(`${page} does not contain “${from}”.`);
		return text.replace(from, to);
	}, documented);
}

const isOpen = () =>
	new Promise<boolean>(resolve => {
		const socket = connect(port, '127.0.0.1');
		socket.on('error', () => resolve(false));
		socket.on('connect', () => {
			socket.destroy();
			resolve(true);
		});
	});

/** Starts nginx in front of a service, or returns undefined if it is not installed. */
export async function startNginx(service: string, directory: string) {
	if (spawnSync('nginx', ['-v']).error) return undefined;
	mkdirSync(directory);
	writeFileSync(join(directory, 'landfall.conf'), configurationFor(service, directory));
	const main = `
		daemon off; user ${userInfo().username}; pid ${directory}/pid; error_log ${directory}/error.log;
		events {}
		http {
			access_log ${directory}/access.log;
			client_body_temp_path ${directory}/bodies;
			proxy_temp_path ${directory}/answers;
			include ${directory}/landfall.conf;
		}`;
	writeFileSync(join(directory, 'nginx.conf'), main);
	const nginx = spawn('nginx', ['-c', join(directory, 'nginx.conf'), '-p', directory], {stdio: 'inherit'});
	process.on('exit', () => nginx.kill());
	while (!(await isOpen())) {
		if (nginx.exitCode !== null) throw new Error(`nginx exited with ${nginx.exitCode}.`);
		await pause(100);
	}

	return {
		address: `http://127.0.0.1:${port}`,
		stop: () => nginx.kill(),

		/** Throws if others can read what was kept, or a log contains the key. */
		checkSecrecy(apiKey: string) {
			const kept = [join(directory, 'cache'), ...globSync(join(directory, 'cache/**'))];
			if (kept.length < 4) throw new Error('Nothing was kept.');
			if (kept.some(path => statSync(path).mode & 0o077)) throw new Error('Others can read what was kept.');
			const logs = ['access.log', 'error.log'].map(name => readFileSync(join(directory, name), 'utf8'));
			if (logs.some(text => text.includes(apiKey))) throw new Error('A log contains the key.');
		},
	};
}
