import {Text} from 'ink';
import Spinner from 'ink-spinner';
import {useEffect, useState} from 'react';
import {useRuntime} from '../runtime.tsx';
import {Overlay} from './overlay.tsx';

/** Shorter reads finish before a spinner would be noticed. */
const slowMs = 200;

/** Replaces the sign before the loading text with a spinner once the read is slow. */
export function SlowReadSpinner() {
	const {theme, keyContext} = useRuntime();
	const [isSlow, setIsSlow] = useState(false);
	useEffect(() => keyContext.clock.after(slowMs, () => setIsSlow(true)), [keyContext]);
	if (!isSlow) return null;
	return (
		<Overlay position="absolute" top={1} left={2} width={1} height={1}>
			<Text {...(theme.hasColor && {color: 'cyan'})}>
				<Spinner type={theme.isAscii ? 'line' : 'dots'} />
			</Text>
		</Overlay>
	);
}
