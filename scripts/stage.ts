import {cpSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const root = join(import.meta.dirname, '..');

/** The links and pictures of a Markdown page, except addresses and headings of the page itself. */
const relativeLinks = /(\]\(|\]: |\b(?:href|src|srcset)=")(?![a-z]+:|#)([^)"\s]+)/g;

/** Makes links absolute: the registry shows the README without the files that it links to. */
const withAbsoluteLinks = (page: string, repository: string): string =>
	page.replaceAll(relativeLinks, (_all, before: string, path: string) => {
		const view = /\.(?:svg|png|gif|jpe?g)$/.test(path) ? 'raw' : 'blob';
		return `${before}${repository}/${view}/HEAD/${path}`;
	});

/**
Puts what is published into a folder: the bundle, the licence, the README with absolute links, and package.json without what only the checkout needs.

A folder of its own, because npm gives the registry the README as it is after packing, when a script would have restored it.
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
