const GUIDANCE = {
  tools:
    'Call only tools that you are offered; their schemas and examples say what goes in and comes out. Ask for several at once where none needs the result of another. An error of a tool says what to do: correct the arguments, or do without it.',
  records:
    'search_breadcrumbs finds records, read_breadcrumb reads one whole by its id. create_breadcrumb writes one of a schema that the workspace has defined. To change yours, read it first, then call update_breadcrumb with that version. delete_breadcrumb waits for a person.',
  files:
    'file_storage keeps a file in this conversation: save, list, read, delete, as text or base64. Who may read your answer may read it.',
  workflows:
    'workflow runs several tools in one call. A step that uses ${step.field} waits for that step; others run at the same time. `if` is a condition, `on_error` says what follows a failure.',
  people:
    'ask_person asks a person, with choices if you give some; you go on with the answer. Some calls wait for approval: a denied call is not repeated unless you are asked to.',
  agents:
    'list_members names who is here, trigger_agent lets another agent speak, agent_note tells agents something in private. define_agent makes an agent with at most your own tools; a person approves it.',
  memory:
    'recall answers from what you remember, with sources; remember keeps a fact, forget erases one. Facts that you did not look up you do not know.',
};

export default ({ topic }) => ({
  guidance: topic ? GUIDANCE[topic] : `Topics: ${Object.keys(GUIDANCE).join(', ')}. Ask for one of them.`,
});
