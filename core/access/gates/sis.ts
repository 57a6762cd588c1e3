import { need, type Gates } from '../needs'

const { resource } = need

export const sis: Gates = [
  ['sis/notificacao_template', resource('notificacao_template')],
  ['sis/anexos', resource('anexos')],
  ['sis/emails', resource('emails')],
  ['sis/janela_horario', resource('janela_horario')],
  ['sis/troca', resource('empresa')],
  ['sis/agentes', resource('agente')],
]
