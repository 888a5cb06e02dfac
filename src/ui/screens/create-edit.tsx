import {Box, Text} from 'ink';
import {plain, safe} from '../../base/text.ts';
import {changes} from '../../model/form.ts';
import {contentWidth} from '../../model/layout.ts';
import {knownProject, projectNameOf} from '../../model/project-list.ts';
import {changeLabels, fieldLines} from '../../present/fields.ts';
import {projectFields} from '../../present/project.ts';
import type {EditField} from '../../state/screen.ts';
import {currentScreen} from '../../state/state.ts';
import {Paragraph} from '../components/dialog-box.tsx';
import {FormView} from '../components/form.tsx';
import {fieldMovement, sentByEnter, typeText} from '../keys/text-keys.ts';
import {useStore, useView} from '../runtime.tsx';

const formScreen = {mainScreen: 'projects', isTyping: true, onText: typeText} as const;

/** The form for a new project. The API requires only a name. */
function CreateScreen() {
	const screen = useStore(currentScreen);
	if (screen.name !== 'create') return null;
	return (
		<FormView
			title={plain`New project`}
			form={screen.form}
			fields={{name: {label: plain`name`, hint: plain`required`}}}
			sending={plain`Adding the project`}
		/>
	);
}

export const createProjectScreen = {
	...formScreen,
	title: 'New project',
	component: CreateScreen,
	keys: sentByEnter('add project', actions => actions.createProject()),
};

const editFields = {
	name: {label: changeLabels.name, hint: plain`none`},
	slug: {label: changeLabels.slug, hint: plain`none`},
	url: {label: changeLabels.url, hint: plain`none`},
	uploadMode: {label: changeLabels.uploadMode, hint: plain`none`},
};

/** On a shorter screen, the note below the fields would be cut in the middle. */
const minRowsForNote = 16;

/** The form for the editable fields of a project. Only changed fields are sent. The read-only fields are shown below the form. */
function EditScreen() {
	const {state, context, theme} = useView();
	const {size} = state.interface;
	const screen = currentScreen(state);
	if (screen.name !== 'edit') return null;
	const {projectId, form} = screen;
	const changed = (Object.keys(changes(form)) as readonly EditField[]).map(name => changeLabels[name]);
	const project = knownProject(state, projectId);
	const editable = new Set<string>(Object.values(changeLabels));
	const allFields = project ? projectFields(project, {...context, isStill: true}) : [];
	// Every answer has another request id, which a screen reader would say again and again.
	const otherFields = allFields.filter(
		({label}) => !editable.has(label) && !(theme.isSpoken && label === 'request id'),
	);
	// It has no room beside a problem or on a short screen.
	const hasNote = !form.problem && size.rows >= minRowsForNote;
	return (
		<FormView
			title={plain`Edit project · ${projectNameOf(state, projectId)}`}
			form={form}
			fields={editFields}
			sending={plain`Saving the project`}
		>
			<Box paddingLeft={2} flexDirection="column" flexShrink={0}>
				{changed.length === 0 ? (
					<Paragraph text={plain`No changes yet.`} tone="quiet" />
				) : (
					<Paragraph text={plain`Will be sent: ${safe(changed.join(', '))}.`} />
				)}
				{hasNote && (
					<Paragraph
						text={plain`The service may ignore some changes. The saved values are shown afterwards.`}
						tone="quiet"
					/>
				)}
				<Paragraph text={plain``} />
				{/* With this gap, the values stand below those of the form. */}
				{fieldLines(otherFields, contentWidth(size) - 2, 1).map((line, index) => (
					<Text key={otherFields[index]?.label} wrap="truncate">
						{theme.paint(line)}
					</Text>
				))}
			</Box>
		</FormView>
	);
}

export const editProjectScreen = {
	...formScreen,
	title: 'Edit project',
	component: EditScreen,
	keys: [...sentByEnter('save changes', actions => actions.saveProject()), ...fieldMovement],
};
