import { atividade } from './atividade/atividade'
import { centroTrabalhos } from './centro_trabalhos/centro-trabalhos'
import { ordemProducao } from './ordem_producao/ordem-producao'
import { recursos } from './recursos/recursos'

export const producaoScreens = [ordemProducao, centroTrabalhos, recursos, atividade]
