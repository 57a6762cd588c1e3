import { agentes } from './agentes/agentes'
import { anexos } from './anexos/anexos'
import { auditoria } from './auditoria/auditoria'
import { campos, camposDeRegistro } from './campos/campos'
import { emails } from './emails/emails'
import { janelaHorario } from './janela_horario/janela-horario'
import { notificacaoTemplate } from './notificacao_template/notificacao-template'
import { saude } from './saude/saude'
import { troca } from './troca/troca'

export const sisScreens = [
  agentes,
  anexos,
  auditoria,
  campos,
  ...camposDeRegistro,
  emails,
  janelaHorario,
  notificacaoTemplate,
  saude,
  troca,
]
