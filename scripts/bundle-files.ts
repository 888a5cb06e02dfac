/** The code of the bundle by file name. */
type Files = ReadonlyMap<string, string>;

/** Escapes whatever is not ASCII. Node keeps such a file as it is; any other is decoded first and then takes twice the memory. */
export function inAscii(code: string): string {
	const raw = /String\.raw`[^`]*[^\0-\x7F]/.exec(code);
	if (raw) throw new Error(`An escape would change a raw string: ${raw[0]}`);
	return code.replaceAll(/[^\0-\x7F]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A file that only exports parts of another one under the names that an `import()` expects. */
const forwarder = /^export ?\{([^}]*)\} ?from ?["']\.\/([^"']+)["'];?\s*$/;

/** Lets every `import()` load the file with the code instead of one that only forwards to it: each file that is loaded takes half a millisecond. */
export function withoutForwarders(files: Files): Files {
	const targets = new Map<string, string>();
	for (const [name, code] of files) {
		const [, exports, target] = forwarder.exec(code) ?? [];
		if (exports === undefined) continue;
		const renamed = exports.replaceAll(/([\w$]+) as ([\w$]+)/g, '$1:$2');
		targets.set(name, `import(\`./${target}\`).then(({${renamed}})=>({${renamed.replaceAll(/[\w$]+:/g, '')}}))`);
	}

	const kept = [...files].filter(([name]) => !targets.has(name));
	return new Map(
		kept.map(([name, code]) => [
			name,
			code.replaceAll(/import\(`\.\/([^`]+)`\)/g, (all, imported: string) => targets.get(imported) ?? all),
		]),
	);
}
