/** This file must run on any Node with modules, to name the required version: it imports nothing before the check and uses no newer syntax. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// Other versions, such as 23, do not support proxies and would bypass one.
const isSupported = (major === 22 && minor >= 21) || (major === 24 && minor >= 5) || major > 24;

if (!isSupported) {
	process.stderr.write(
		`landfall needs Node.js 24.5 or newer, or 22.21 or a newer 22; this is ${process.versions.node}.\n`,
	);
	process.exitCode = 2;
} else {
	void launch(process.argv.slice(2));
}

async function launch(argv: readonly string[]): Promise<void> {
	leaveDeletedDirectory();
	const missing = ['fs.read', 'fs.write'].find(scope => process.permission?.has(scope) === false);
	if (missing !== undefined) {
		process.stderr.write(`Under --permission, landfall needs --allow-${missing.replace('.', '-')}=*.\n`);
		process.exitCode = 2;
		return;
	}

	if (argv[0] === 'complete' && argv.length > 1) {
		process.removeAllListeners('warning');
		const {complete} = await import('./app/complete.ts');
		return print(complete(argv.slice(1), process.env));
	}

	const options = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
	const hasFlag = (...names: readonly string[]) => options.some(option => names.includes(option));
	// Answered without loading the screens, which takes several times as long as starting Node.
	if (hasFlag('--help', '-h') || argv[0] === 'help') {
		const {findHelp} = await import('./cli/help-text.ts');
		const found = findHelp(argv[argv[0] === 'help' ? 1 : 0]?.replace(/^-.*/s, '') || undefined);
		if (found.ok) return print(found.text);
		process.stderr.write(`${found.sentence}\n`);
		process.exitCode = 2;
		return;
	}

	if (hasFlag('--version', '-v', '-V') || argv[0] === 'version') {
		const {version} = await import('./base/version.ts');
		return print(`${version}\n`);
	}

	const keys = new Set<string>();
	reportBugs(keys);
	holdWarnings();
	keepCompiledCode();
	const {runCli} = await import('./app/cli.ts');
	await runCli(argv, {onKey: key => keys.add(key), onOutputEnd});
}

/** In a deleted current directory, Node cannot resolve any path. */
function leaveDeletedDirectory(): void {
	try {
		process.cwd();
	} catch {
		process.chdir('/');
	}
}

function print(text: string): void {
	onOutputEnd(code => process.exit(code));
	process.stdout.write(text);
}

/** A closed pipe, as in `landfall --help | head -1`, is no error. A full disk is an error, because results are lost. */
function onOutputEnd(end: (exitCode: number) => void): void {
	let hasEnded = false;
	process.stdout.on('error', ({code = ''}: NodeJS.ErrnoException) => {
		const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code);
		if (isFull && !hasEnded) process.stderr.write(`The output could not be written (${code}).\n`);
		hasEnded = true;
		end(isFull ? 1 : 0);
	});
	process.stderr.on('error', () => {});
}

/** Does nothing while a terminal guard is active. A terminal that landfall took over is restored first. */
function reportBugs(keys: Set<string>): void {
	keys.add(process.env.LANDFALL_API_KEY ?? '');
	process.on('uncaughtException', thrown => {
		if (process.listenerCount('uncaughtException') > 1) return;
		void import('./app/report-bug.ts')
			.then(({reportBug}) => reportBug(thrown, keys, process.env))
			.catch(() => process.stderr.write('landfall hit a bug and has stopped.\n'))
			.finally(() => process.exit(70));
	});
}

/** Node would print warnings over the screens. This prints up to 20 of them at exit. */
function holdWarnings(): void {
	// The user has disabled warnings.
	if (process.listenerCount('warning') === 0) return;
	const warnings = new Set<string>();
	process.removeAllListeners('warning');
	process.on('warning', ({name, message}) => {
		// The journal uses the experimental node:sqlite on purpose.
		if (name === 'ExperimentalWarning' && message.includes('SQLite')) return;
		if (warnings.size < 20) warnings.add(`${name}: ${message.replaceAll(/[^ -~]/g, '?').slice(0, 500)}`);
	});
	process.on('exit', () => {
		if (warnings.size > 0) process.stderr.write(`${[...warnings].join('\n')}\n`);
	});
}

function keepCompiledCode(): void {
	const directory = cacheDirectory();
	// Other runtimes lack the function.
	if (directory !== undefined) process.getBuiltinModule('node:module').enableCompileCache?.(directory);
}

/** The cache holds code that will run, so only its owner may write to it. Node's default is in the shared /tmp. An unset variable would give a relative path, which depends on the current directory. */
function cacheDirectory(): string | undefined {
	const {NODE_COMPILE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA, HOME} = process.env;
	if (NODE_COMPILE_CACHE) return NODE_COMPILE_CACHE;
	const caches: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
		darwin: `${HOME}/Library/Caches/landfall`,
		win32: `${LOCALAPPDATA}/landfall/Cache`,
	};
	const isAbsolute = (path: string) => /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(path);
	const paths = [`${XDG_CACHE_HOME}/landfall`, caches[process.platform] ?? `${HOME}/.cache/landfall`];
	const path = paths.find(isAbsolute);
	return path === undefined ? undefined : ownDirectoryIn(path);
}

/** A directory for its owner only, whatever the umask. Undefined if it cannot be created, or if others could have created it or can write to it. */
function ownDirectoryIn(path: string): string | undefined {
	const {lstatSync, mkdirSync} = process.getBuiltinModule('node:fs');
	const directories = [path, `${path}/compiled`];
	const ownId = process.getuid?.();
	try {
		mkdirSync(path.slice(0, path.lastIndexOf('/')), {recursive: true, mode: 0o755});
		for (const directory of directories) {
			mkdirSync(directory, {recursive: true, mode: 0o700});
			const stats = lstatSync(directory);
			const isForeign = ownId !== undefined && (stats.uid !== ownId || (stats.mode & 0o022) !== 0);
			if (isForeign || !stats.isDirectory()) return undefined;
		}

		return directories.at(-1);
	} catch {
		return undefined;
	}
}
