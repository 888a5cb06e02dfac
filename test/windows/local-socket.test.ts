import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {createLocalSocket} from '../../src/windows/local-socket.ts';
import type {Claim, Link, MeetingPlace} from '../../src/windows/meeting-place.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const ids = {next: 10_000_000};

function openPlace(directory: string, name = 'name'): MeetingPlace {
	const userId = process.getuid?.();
	return createLocalSocket({directory, name, id: String(ids.next++), platform: process.platform, userId});
}

const keep = async (claiming: ReturnType<MeetingPlace['claim']>): Promise<Claim> => {
	const claim = await claiming;
	if (claim === 'taken' || 'fault' in claim) throw new Error(`not claimed: ${JSON.stringify(claim)}`);
	onTestFinished(claim.release);
	return claim;
};

const linked = async (place: MeetingPlace): Promise<Link> => {
	const link = await place.connect();
	if (typeof link === 'string' || 'fault' in link) throw new Error(`not connected: ${JSON.stringify(link)}`);
	onTestFinished(link.close);
	return link;
};

/** What arrives on a link, and a promise of its end. */
function listen(link: Link) {
	const lines: string[] = [];
	const closed = Promise.withResolvers<void>();
	const waiting = new Set<() => void>();
	link.listen({
		onLine(line) {
			lines.push(line);
			for (const check of waiting) check();
		},
		onClose: closed.resolve,
	});
	const count = (wanted: number) =>
		new Promise<readonly string[]>(resolve => {
			const check = () => lines.length >= wanted && resolve(lines);
			waiting.add(check);
			check();
		});
	return {count, closed: closed.promise};
}

/** Claims the name, and returns the first link to it. */
async function claimed(place: MeetingPlace) {
	const first = Promise.withResolvers<Link>();
	const claim = await keep(place.claim(first.resolve, false));
	return {claim, first: first.promise};
}

test('nobody is there before the name is claimed, and nothing is created', async () => {
	const directory = join(temporaryDirectory(), 'windows');
	expect(await openPlace(directory).connect()).toBe('nobody');
	expect(existsSync(directory)).toBe(false);
});

test('lines pass in both directions, even those sent before the other end listens', async () => {
	const directory = temporaryDirectory();
	const {first} = await claimed(openPlace(directory));
	const near = await linked(openPlace(directory));
	near.send('one');
	near.send('two “quoted” \\n');
	const far = await first;
	far.send('x'.repeat(300_000));
	far.send('');
	expect(await listen(far).count(2)).toEqual(['one', 'two “quoted” \\n']);
	expect((await listen(near).count(2)).map(({length}) => length)).toEqual([300_000, 0]);
});

test('only its owner can enter the directory, even if it was open before', async () => {
	const directory = join(temporaryDirectory(), 'state', 'windows');
	await claimed(openPlace(directory));
	expect(statSync(directory).mode & 0o777).toBe(0o700);
	chmodSync(directory, 0o777);
	await keep(openPlace(directory, 'other').claim(() => {}, false));
	expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test('a name that is held is taken, and one that was released can be claimed again', async () => {
	const directory = temporaryDirectory();
	const claim = await keep(openPlace(directory).claim(() => {}, false));
	expect(await openPlace(directory).claim(() => {}, false)).toBe('taken');
	claim.release();
	expect(readdirSync(directory)).toEqual([]);
	expect(await openPlace(directory).connect()).toBe('nobody');
	await claimed(openPlace(directory));
});

test('a window that was replaced sees it, and gives up only what is its own', async () => {
	const directory = temporaryDirectory();
	const old = await keep(openPlace(directory).claim(() => {}, false));
	expect(old.isHeld()).toBe(true);
	const first = Promise.withResolvers<Link>();
	const next = await keep(openPlace(directory).claim(first.resolve, true));
	expect(old.isHeld()).toBe(false);
	old.release();
	expect(next.isHeld()).toBe(true);
	const near = await linked(openPlace(directory));
	near.send('hello');
	expect(await listen(await first.promise).count(1)).toEqual(['hello']);
	expect(readdirSync(directory)).toEqual(['name']);
});

test('different names share nothing', async () => {
	const directory = temporaryDirectory();
	await claimed(openPlace(directory, 'one'));
	expect(await openPlace(directory, 'two').connect()).toBe('nobody');
});

/** A process that listens at a path until it is killed. */
async function listener(path: string): Promise<ChildProcess> {
	const code = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('listens'))`;
	const child = spawn(process.execPath, ['-e', code], {stdio: ['ignore', 'pipe', 'inherit']});
	onTestFinished(() => void child.kill('SIGKILL'));
	if (child.stdout) await once(child.stdout, 'data');
	return child;
}

test('the socket of a killed process is recognized and replaced', async () => {
	const directory = temporaryDirectory();
	const child = await listener(join(directory, 'name'));
	child.kill('SIGKILL');
	await once(child, 'exit');
	expect(await openPlace(directory).connect()).toBe('gone');
	expect(await openPlace(directory).claim(() => {}, false)).toBe('taken');
	await keep(openPlace(directory).claim(() => {}, true));
	await linked(openPlace(directory));
});

test('whatever processes left behind when they were killed while claiming the name is removed', async () => {
	const directory = temporaryDirectory();
	writeFileSync(join(directory, 'name.12345678'), '');
	writeFileSync(join(directory, 'name-of-others'), '');
	await keep(openPlace(directory).claim(() => {}, false));
	expect(readdirSync(directory).toSorted()).toEqual(['name', 'name-of-others']);
});

test('a link is closed if its process is killed', async () => {
	const directory = temporaryDirectory();
	const child = await listener(join(directory, 'name'));
	const {closed} = listen(await linked(openPlace(directory)));
	child.kill('SIGKILL');
	await closed;
});

test('a window that does not read is let go before it fills the memory', async () => {
	const directory = temporaryDirectory();
	const {first} = await claimed(openPlace(directory));
	const near = await linked(openPlace(directory));
	const far = await first;
	const {closed} = listen(far);
	for (let count = 0; count < 300; count++) far.send('x'.repeat(30_000));
	await closed;
	near.close();
});

test('a line without end closes the link', async () => {
	const directory = temporaryDirectory();
	const {first} = await claimed(openPlace(directory));
	const socket = connect(join(directory, 'name'));
	onTestFinished(() => void socket.destroy());
	socket.on('error', () => {});
	const {closed} = listen(await first);
	const send = (error?: Error | null) => void (error ?? socket.write('x'.repeat(1_000_000), send));
	send();
	await closed;
});

test('no directory that cannot be used is used, and the reason is a sentence', async () => {
	const directory = temporaryDirectory();
	const file = join(directory, 'file');
	writeFileSync(file, '');
	const link = join(directory, 'link');
	mkdirSync(join(directory, 'target'));
	symlinkSync(join(directory, 'target'), link);
	for (const place of [file, link]) {
		const claim = await openPlace(place).claim(() => {}, false);
		expect(claim).toEqual({fault: expect.stringContaining(place)});
	}

	const long = join(directory, 'x'.repeat(100));
	expect(await openPlace(long).connect()).toEqual({fault: expect.stringContaining('too long for a socket')});
});

test('a socket of another user is not used', async () => {
	const directory = temporaryDirectory();
	const place = createLocalSocket({directory, name: 'name', id: '12345678', platform: 'linux', userId: 4_000_000});
	expect(await place.claim(() => {}, false)).toEqual({fault: `${directory} belongs to another user.`});
});
