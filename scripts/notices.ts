import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** The licence notices of bundled packages, given the files in the bundle. Throws if a notice cannot be found. */
export function noticesFor(paths: readonly string[]): string {
	const packages = new Map<string, string>();
	for (const path of paths) {
		const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
		if (folder !== undefined) packages.set(folder, path);
	}

	const notices = [...new Set([...packages].map(([folder, path]) => noticeOf(folder, path)))].toSorted();
	return ['landfall contains code of these packages, under their licences.\n', ...notices].join(
		`\n${'-'.repeat(78)}\n`,
	);
}

function noticeOf(folder: string, path: string): string {
	const {name, version, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const file = readdirSync(folder).find(entry => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry));
	const text = file === undefined ? mitNotice(license, path) : readFileSync(join(folder, file), 'utf8');
	if (text === undefined) throw new Error(`No licence text was found for ${name}`);
	return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

/** For a package that is published without its licence: the MIT licence with the copyright line at the top of a file. */
function mitNotice(license: string, path: string): string | undefined {
	const [copyright] = /Copyright \(c\).*/.exec(readFileSync(path, 'utf8')) ?? [];
	const [, permission] = readFileSync(join(import.meta.dirname, '../LICENSE'), 'utf8').split(/(?=^Permission )/m);
	return license === 'MIT' && copyright ? `${copyright}\n\n${permission}` : undefined;
}
