/**
The launcher. It must run on any Node that knows modules, to say which one is needed: nothing is imported before the version is known, and no syntax is newer than that.
*/
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 13)) {
	process.stderr.write(`landfall needs Node.js 22.13 or newer; this is ${process.versions.node}.\n`);
	process.exitCode = 2;
} else {
	void launch(process.argv.slice(2));
}

async function launch(argv: readonly string[]): Promise<void> {
	const asks = (...names: readonly string[]) => argv.some(argument => names.includes(argument));
	// Both are answered without the screens, which take several times as long to load as Node itself.
	if (asks('--help', '-h') || argv[0] === 'help') {
		const {helpText} = await import('./command-line/help-text.ts');
		return print(helpText());
	}

	if (asks('--version', '-V')) {
		const {version} = await import('./command-line/version.ts');
		return print(`${version}\n`);
	}

	expectBugs();
	holdWarnings();
	const cache = cacheDirectory();
	if (cache) process.getBuiltinModule('node:module').enableCompileCache(cache);
	const {start} = await import('./app/start.ts');
	const started = start(argv, process);
	if (!started.early) expectLostReaders();
	const {runCli} = await import('./app/cli.ts');
	// Not only the exit code: whatever still waits for something must not keep the shell waiting.
	process.exit(await runCli(started));
}

function print(text: string): void {
	expectLostReaders();
	process.stdout.write(text);
}

/** A reader that has gone away, as in `landfall --help | head -1`, is no fault. What it was told by standard error, the exit code says too. */
function expectLostReaders(): void {
	process.stdout.on('error', () => process.exit(0));
	process.stderr.on('error', () => {});
}

/** Bugs while no screens are there to see to them are told the same way. The terminal was given back before that, if it was taken. */
function expectBugs(): void {
	const apiKey = process.env.LANDFALL_API_KEY;
	process.on('uncaughtException', thrown => {
		if (process.listenerCount('uncaughtException') > 1) return;
		void tellBug(thrown, apiKey)
			.catch(() => process.stderr.write('landfall hit a bug and has stopped.\n'))
			.finally(() => process.exit(70));
	});
}

async function tellBug(thrown: unknown, apiKey: string | undefined): Promise<void> {
	const {bugSentence} = await import('./terminal/lifecycle/crash-file.ts');
	const {findDirectories} = await import('./settings/directories.ts');
	const {createSystemClock} = await import('./clock.ts');
	const {createRedaction} = await import('./redaction.ts');
	const {version} = await import('./command-line/version.ts');
	const redaction = createRedaction();
	if (apiKey) redaction.add(apiKey);
	const sentence = bugSentence(thrown, {
		directory: findDirectories(process.env).state,
		now: createSystemClock().now(),
		about: `landfall ${version}, Node ${process.versions.node}, ${process.platform}`,
		redact: redaction.redact,
	});
	process.stderr.write(sentence);
}

/** Node prints warnings where the screens are drawn. They wait until the screens are gone; a few are enough. */
function holdWarnings(): void {
	// Somebody has switched them off.
	if (process.listenerCount('warning') === 0) return;
	const held = new Set<string>();
	process.removeAllListeners('warning');
	process.on('warning', ({name, message}) => {
		// The journal uses node:sqlite as it is in Node 22, on purpose.
		if (name === 'ExperimentalWarning' && message.includes('SQLite')) return;
		if (held.size < 20) held.add(`${name}: ${message.replaceAll(/[^ -~]/g, '?').slice(0, 500)}`);
	});
	process.on('exit', () => {
		if (held.size > 0) process.stderr.write(`${[...held].join('\n')}\n`);
	});
}

/** The cache holds code that will be run, so it must be in a directory that only its owner writes to; Node's own choice is the shared /tmp. What is relative would be in whatever directory landfall is started in. */
function cacheDirectory(): string | undefined {
	const {NODE_COMPILE_CACHE, LANDFALL_CONFIG_DIR, XDG_CACHE_HOME, LOCALAPPDATA, HOME} = process.env;
	if (NODE_COMPILE_CACHE) return NODE_COMPILE_CACHE;
	if (LANDFALL_CONFIG_DIR) return `${LANDFALL_CONFIG_DIR}/compiled`;
	const bases = [LOCALAPPDATA, XDG_CACHE_HOME, HOME && `${HOME}/.cache`];
	const base = bases.find(path => path !== undefined && /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(path));
	return base && `${base}/landfall/compiled`;
}
