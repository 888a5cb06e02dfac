import {cpSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const root = join(import.meta.dirname, '..');

const relativeLinks = /(\]\(|\]: |\b(?:href|src|srcset)=")(?![a-z]+:|#)([^)"\s]+)/g;

/** The registry shows the README without the files of its links. */
const withAbsoluteLinks = (page: string, repository: string): string =>
	page.replaceAll(relativeLinks, (_all, before: string, path: string) => {
		const view = /\.(?:svg|png|gif|jpe?g)$/.test(path) ? 'raw' : 'blob';
		return `${before}${repository}/${view}/HEAD/${path}`;
	});

/**
The package: the bundle, the licence, the README with absolute links, and package.json without scripts and tools.

It needs a folder of its own, because npm sends the README of the folder to the registry after packing, when a script would have restored the links.
*/
export function stagePackage(folder: string): void {
	const textOf = (name: string) => readFileSync(join(root, name), 'utf8');
	const {
		scripts: _scripts,
		devDependencies: _tools,
		allowScripts: _allowed,
		...manifest
	} = JSON.parse(textOf('package.json'));
	const repository = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
	mkdirSync(folder, {recursive: true});
	for (const name of ['dist', 'LICENSE']) cpSync(join(root, name), join(folder, name), {recursive: true});
	writeFileSync(join(folder, 'README.md'), withAbsoluteLinks(textOf('README.md'), repository));
	writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, '\t')}\n`);
}
