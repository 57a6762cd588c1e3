import { contratoServico } from './contrato_servico/contrato-servico'
import { equipamento } from './equipamento/equipamento'
import { ordemServico } from './ordem_servico/ordem-servico'
import { servico } from './servico/servico'

export const servicoScreens = [ordemServico, equipamento, contratoServico, servico]
