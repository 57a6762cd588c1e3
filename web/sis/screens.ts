import { janelaHorario } from './janela_horario/janela-horario'

export const sisScreens = [janelaHorario]
