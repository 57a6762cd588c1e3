import { atividade } from './atividade/atividade'
import { centroTrabalhos } from './centro_trabalhos/centro-trabalhos'
import { ordemProducao } from './ordem_producao/ordem-producao'
import { apontamentos } from './ordem_producao_mercadoria_atividade/apontamentos'
import { quadro } from './quadro/quadro'
import { recursos } from './recursos/recursos'

export const producaoScreens = [ordemProducao, quadro, apontamentos, centroTrabalhos, recursos, atividade]
