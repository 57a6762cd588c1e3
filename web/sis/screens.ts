import { janelaHorario } from './janela_horario/janela-horario'
import { troca } from './troca/troca'

export const sisScreens = [janelaHorario, troca]
