import {Box, Text} from 'ink';
import {changeNames} from '../../../api/decode.ts';
import {changes} from '../../../store/form.ts';
import {currentScreen} from '../../../store/state.ts';
import {FormView} from '../../components/form-view.tsx';
import type {ViewProps} from '../../desk.ts';

const fields = {
	name: {label: changeNames.name, hint: 'none'},
	slug: {label: changeNames.slug, hint: 'none'},
	url: {label: changeNames.url, hint: 'none'},
	uploadMode: {label: changeNames.uploadMode, hint: 'none'},
};

/** The fields of a project that a person can mean to change. Only those that changed are sent. */
export function EditScreen(view: ViewProps) {
	const screen = currentScreen(view.state);
	if (screen.name !== 'edit') return null;
	const changed = Object.keys(changes(screen.form)) as ReadonlyArray<keyof typeof changeNames>;
	const sent =
		changed.length === 0
			? 'Nothing is changed yet.'
			: `Will be sent: ${changed.map(name => changeNames[name]).join(', ')}.`;
	return (
		<FormView {...view} title="Edit project" form={screen.form} fields={fields} sending="Saving the project">
			<Box paddingLeft={2} flexDirection="column" flexShrink={0}>
				<Text>{view.theme.paint([{text: sent, tone: changed.length === 0 ? 'quiet' : 'plain'}])}</Text>
				<Text>
					{view.theme.paint([
						{
							text: 'The service may ignore some of these: what it kept is shown after saving.',
							tone: 'quiet',
						},
					])}
				</Text>
			</Box>
		</FormView>
	);
}
