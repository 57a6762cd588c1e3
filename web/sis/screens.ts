import { agentes } from './agentes/agentes'
import { campos, camposDeRegistro } from './campos/campos'
import { emails } from './emails/emails'
import { janelaHorario } from './janela_horario/janela-horario'
import { troca } from './troca/troca'

export const sisScreens = [agentes, campos, ...camposDeRegistro, emails, janelaHorario, troca]
