import {expect, test} from 'vitest';
import {settled} from './kit/fixtures/clock.ts';
import {followedImports, followImport} from './kit/fixtures/lazy-imports.ts';

test('a test waits for a module that landfall loads on demand, however long that takes', async () => {
	const loaded: string[] = [];
	const module = new Promise<string>(resolve => setTimeout(resolve, 50, 'clipboard.ts'));
	void followImport(module).then(name => loaded.push(name));
	await settled();
	expect(loaded).toEqual(['clipboard.ts']);
});

test.for(['./clipboard.ts', '../terminal/os/browser.ts'])('the import of %s in the source code is followed', path => {
	const {transform} = followedImports;
	if (typeof transform !== 'function') throw new Error('followedImports does not transform code.');
	const file = new URL('../src/app/terminal-services.ts', import.meta.url).pathname;
	for (const quote of ['"', "'"]) {
		const statement = `void import(${quote}${path}${quote}).then(use)`;
		expect(transform.call({} as never, statement, file)).toMatchObject({
			code: expect.stringContaining(`void followImport(import(${quote}${path}${quote})).then(use)`),
		});
	}
});
