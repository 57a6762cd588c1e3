import { ordemProducao } from './ordem_producao/ordem-producao'

export const producaoScreens = [ordemProducao]
