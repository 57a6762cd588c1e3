import { agentes } from './agentes/agentes'
import { emails } from './emails/emails'
import { janelaHorario } from './janela_horario/janela-horario'
import { notificacaoTemplate } from './notificacao_template/notificacao-template'
import { troca } from './troca/troca'

export const sisScreens = [agentes, emails, janelaHorario, notificacaoTemplate, troca]
