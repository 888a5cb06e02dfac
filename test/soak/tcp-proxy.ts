import {connect as connectTo, createServer, type Socket} from 'node:net';

/** Starts a TCP proxy to a local port, which can break and refuse connections. */
export async function startTcpProxy(port: number) {
	const sockets = new Set<Socket>();
	let isCut = false;
	const server = createServer(socket => {
		if (isCut) {
			socket.resetAndDestroy();
			return;
		}

		const upstream = connectTo(port, '127.0.0.1');
		for (const [from, to] of [
			[socket, upstream],
			[upstream, socket],
		] as const) {
			sockets.add(from);
			from.on('error', () => {});
			from.on('close', () => {
				sockets.delete(from);
				to.destroy();
			});
			from.pipe(to);
		}
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	return {
		port: typeof address === 'object' && address ? address.port : 0,
		/** Breaks all connections. */
		drop() {
			for (const socket of sockets) socket.destroy();
		},

		/** Starts or stops refusing connections. */
		setCut(next: boolean) {
			isCut = next;
			if (isCut) this.drop();
		},
		close: () => server.close(),
	};
}
