import type {RequestOptions} from '../../api/request.ts';

/** Keeps the body of the last answer to the requests that are sent with these options. Empty before the first. */
export function captureAnswer(): {
	readonly requestOptions: Pick<RequestOptions, 'onAnswer'>;
	readonly body: () => string;
} {
	let body = '';
	return {
		requestOptions: {
			onAnswer(answer) {
				if (answer.outcome === 'answered') ({body} = answer);
			},
		},
		body: () => body,
	};
}
