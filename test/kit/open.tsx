import {render} from 'ink-testing-library';
import {createClient} from '../../src/api/client.ts';
import {createInProcessTransport, type Handle} from '../../src/api/in-process.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {createSandbox, type Sandbox, type SandboxOptions} from '../../src/sandbox/sandbox.ts';
import type {Access} from '../../src/store/access.ts';
import {type Session, startSession} from '../../src/store/session.ts';
import {plain} from '../../src/text.ts';
import {App} from '../../src/ui/app.tsx';
import {createTheme} from '../../src/ui/theme.ts';
import {createTestClock, settled, type TestClock} from './clock.ts';
import {keySequences} from './key-sequences.ts';

type OpenOptions = Pick<SandboxOptions, 'world' | 'projects' | 'seed'> & {
	readonly columns?: number;
	readonly rows?: number;
	readonly isReadOnly?: boolean;
	readonly requestsPerMinute?: number;
	/** Where what happens is kept. Default: in memory. */
	readonly journalPath?: string;
	/** Other ways into services than the demo. */
	readonly access?: Partial<Access>;
};

/** The whole app on a world of its own: what a person does, and what they see. */
export type OpenApp = {
	/** Waits until the screen shows a text, and gives the screen. Fails with the screen. */
	readonly see: (text: string | RegExp) => Promise<string>;
	/** Presses keys by their names, one after the other. */
	readonly press: (...keys: readonly string[]) => Promise<void>;
	/** Presses keys so fast that they arrive as one. */
	readonly burst: (keys: string) => void;
	/** Types a text into whatever hears the keyboard. */
	readonly type: (text: string) => Promise<void>;
	readonly screen: () => string;
	/** The line on which the picked row stands. */
	readonly picked: () => string;
	readonly resize: (columns: number, rows: number) => Promise<void>;
	readonly clock: TestClock;
	readonly sandbox: Sandbox;
	readonly session: Session;
	/** Asks the service for something as somebody else. */
	readonly ask: (method: 'POST' | 'PATCH' | 'DELETE', target: string, body?: unknown) => void;
	/** The requests that were made from here, as `GET /v1/projects`. */
	readonly asked: () => readonly string[];
	readonly close: () => void;
	readonly hasLeft: () => boolean;
};

// Ink waits after a bare escape for the rest of a sequence; as the kitty protocol writes it, it does not.
const sequences: Readonly<Record<string, string>> = {...keySequences, esc: '\u001B[27u'};

const patience = 400;

const withoutStyles = (frame: string): string => frame.replace(/\u001B\[[\d;]*m/g, '');

/** Opens landfall on a sandbox, without a terminal and without waiting for any clock. */
export async function open(options: OpenOptions = {}): Promise<OpenApp> {
	const {
		columns = 80,
		rows = 24,
		isReadOnly = false,
		requestsPerMinute = 600,
		access = {},
		journalPath,
		...world
	} = options;
	const clock = createTestClock();
	const asked: string[] = [];
	const apiKey = 'a-key-for-tests';
	const sandbox = createSandbox({clock, apiKey, world: 'quiet', ...world});
	const session = startSession({
		journal: openJournal({path: journalPath, now: clock.now}),
		clock,
		size: {columns, rows},
		requestsPerMinute,
		profiles: [],
		access: onCall => ({
			async enterDemo() {
				const heard: Handle = request => {
					asked.push(`${request.method} ${request.target}`);
					return sandbox.handle(request);
				};
				const transport = createInProcessTransport(heard, {clock});
				const client = createClient({transport, baseUrl: 'http://demo.invalid', apiKey, clock, isReadOnly, onCall});
				return {client, name: plain`demo`, host: plain`built-in service`, isReadOnly};
			},
			enterProfile: async () => ({denial: {sentence: plain`There are no profiles.`, field: undefined}}),
			enterAddress: async () => 'no key',
			enterLogin: () => ({denial: {sentence: plain`There is no network.`, field: 'baseUrl'}}),
			keep: async () => plain`Kept.`,
			...access,
		}),
	});
	let hasLeft = false;
	const desk = {store: session.store, actions: session.actions, clock, leave: () => (hasLeft = true)};
	const app = render(<App desk={desk} theme={createTheme({hasColor: true, isAscii: false})} />);
	const resize = async (toColumns: number, toRows: number) => {
		Object.defineProperty(app.stdout, 'columns', {value: toColumns, configurable: true});
		Object.defineProperty(app.stdout, 'rows', {value: toRows, configurable: true});
		app.stdout.emit('resize');
		await settled();
	};

	const screen = () => withoutStyles(app.lastFrame() ?? '');
	const write = async (keys: Iterable<string>) => {
		for (const key of keys) {
			app.stdin.write(key);
			await settled();
		}
	};

	await resize(columns, rows);
	return {
		clock,
		sandbox,
		session,
		screen,
		resize,
		press: (...keys) => write(keys.map(key => sequences[key] ?? key)),
		burst: keys => app.stdin.write(keys),
		type: write,
		asked: () => asked,

		ask(method, target, body) {
			const headers = {authorization: `Bearer ${apiKey}`, 'content-type': 'application/json'};
			sandbox.handle({method, target, headers, body: body === undefined ? '' : JSON.stringify(body)});
		},

		picked: () =>
			screen()
				.split('\n')
				.find(line => line.startsWith('▌')) ?? '',
		hasLeft: () => hasLeft,

		async see(text) {
			for (let turn = 0; turn < patience; turn++) {
				const shown = screen();
				if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return shown;
				await settled();
			}

			throw new Error(`The screen does not show ${text}:\n${screen()}`);
		},

		close() {
			session.stop();
			app.unmount();
			sandbox.close();
		},
	};
}

/** Opens landfall in its demo. */
export async function openDemo(options?: OpenOptions): Promise<OpenApp> {
	const app = await open(options);
	await app.session.actions.enterDemo();
	return app;
}
