export function createRandom(seed: number) {
	let state = seed >>> 0;
	const uniform = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const exponential = (mean: number) => -mean * Math.log(1 - uniform());
	const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
	return {
		uniform,
		exponential,
		/** With a standard deviation of `mean / sqrt(5)`. */
		gamma5: (mean: number) => {
			let sum = 0;
			for (let part = 0; part < 5; part++) sum += exponential(mean / 5);
			return sum;
		},
		/** With a mean of 1. */
		logNormal: (sigma: number) => Math.exp(sigma * normal() - (sigma * sigma) / 2),
		poisson(mean: number) {
			let count = 0;
			for (let sum = exponential(1); sum < mean; sum += exponential(1)) count++;
			return count;
		},
	};
}
