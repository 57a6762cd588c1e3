import { agentes } from './agentes/agentes'
import { janelaHorario } from './janela_horario/janela-horario'
import { troca } from './troca/troca'

export const sisScreens = [agentes, janelaHorario, troca]
