import { need, type Gates } from '../needs'

const { open, resource, role } = need

export const sis: Gates = [
  ['sis/notificacao_template', resource('notificacao_template')],
  ['sis/anexos', resource('anexos')],
  ['sis/auditoria', role('admin')],
  ['sis/saude', role('admin')],
  ['sis/custom_field', role('admin')],
  // Whoever has the record has its fields.
  ['custom-fields', open],
  ['custom-fields-modal', open],
  ['sis/emails', resource('emails')],
  ['sis/janela_horario', resource('janela_horario')],
  ['sis/troca', resource('empresa')],
  ['sis/agentes', resource('agente')],
]
