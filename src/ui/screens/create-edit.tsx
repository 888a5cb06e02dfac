import {Box, Text} from 'ink';
import {changeLabels, fieldLines} from '../../present/fields.ts';
import {projectFields} from '../../present/project.ts';
import {changes} from '../../store/model/form.ts';
import {contentWidth} from '../../store/model/layout.ts';
import {knownProject, projectNameOf} from '../../store/model/projects/known-project.ts';
import {currentScreen} from '../../store/state/state.ts';
import {plain, safe} from '../../text.ts';
import {FormView} from '../components/form-view.tsx';
import {Paragraph} from '../components/paragraph.tsx';
import type {Binding} from '../contexts.ts';
import {fieldMovement, sentByEnter} from '../keys/form-keys.ts';
import {selectNothing} from '../keys/subject.ts';
import {typeText} from '../keys/text-keys.ts';
import {useView} from '../runtime.tsx';

const createFields = {name: {label: plain`name`, hint: plain`required`}};

/** The form for a new project. The API requires only a name. */
function CreateScreen() {
	const view = useView();
	const screen = currentScreen(view.state);
	if (screen.name !== 'create') return null;
	return (
		<FormView
			{...view}
			title={plain`New project`}
			form={screen.form}
			fields={createFields}
			sending={plain`Adding the project`}
		/>
	);
}

export const createKeys: readonly Binding[] = sentByEnter('add project', actions => actions.createProject());

export const createScreen = {
	title: 'New project',
	mainScreen: 'projects',
	selects: selectNothing,
	keys: createKeys,
	component: CreateScreen,
	isTyping: true,
	onText: typeText,
} as const;

const editFields = {
	name: {label: changeLabels.name, hint: plain`none`},
	slug: {label: changeLabels.slug, hint: plain`none`},
	url: {label: changeLabels.url, hint: plain`none`},
	uploadMode: {label: changeLabels.uploadMode, hint: plain`none`},
};

/** On a shorter screen, the note below the fields would be cut in the middle. */
const minRowsForNote = 16;

/** The labels of the fields in the form. */
const editable = new Set<string>(Object.values(changeLabels));

/** The form for the editable fields of a project. Only changed fields are sent. The read-only fields are shown below the form. */
function EditScreen() {
	const view = useView();
	const screen = currentScreen(view.state);
	if (screen.name !== 'edit') return null;
	const changed = Object.keys(changes(screen.form)) as ReadonlyArray<keyof typeof changeLabels>;
	const project = knownProject(view.state, screen.projectId);
	const rest = project
		? projectFields(project, {...view.context, isStill: true}).filter(({label}) => !editable.has(label))
		: [];
	const sent =
		changed.length === 0
			? plain`No changes yet.`
			: plain`Will be sent: ${safe(changed.map(name => changeLabels[name]).join(', '))}.`;
	// It has no room beside a problem or on a short screen.
	const hasNote = !screen.form.problem && view.state.interface.size.rows >= minRowsForNote;
	return (
		<FormView
			{...view}
			title={plain`Edit project · ${projectNameOf(view.state, screen.projectId)}`}
			form={screen.form}
			fields={editFields}
			sending={plain`Saving the project`}
		>
			<Box paddingLeft={2} flexDirection="column" flexShrink={0}>
				<Paragraph text={sent} tone={changed.length === 0 ? 'quiet' : 'plain'} />
				{hasNote && (
					<Paragraph
						text={plain`The service may ignore some changes. The saved values are shown afterwards.`}
						tone="quiet"
					/>
				)}
				<Paragraph text={plain``} />
				{/* With this gap, the values stand below those of the form. */}
				{fieldLines(rest, contentWidth(view.state.interface.size) - 2, 1).map((line, index) => (
					<Text key={rest[index]?.label} wrap="truncate">
						{view.theme.paint(line)}
					</Text>
				))}
			</Box>
		</FormView>
	);
}

export const editKeys: readonly Binding[] = [
	...sentByEnter('save changes', actions => actions.saveProject()),
	...fieldMovement,
];

export const editScreen = {
	title: 'Edit project',
	mainScreen: 'projects',
	selects: selectNothing,
	keys: editKeys,
	component: EditScreen,
	isTyping: true,
	onText: typeText,
} as const;
