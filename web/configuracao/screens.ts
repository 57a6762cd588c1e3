import { chaveApi, eventoSeguranca } from './chave_api/chave-api'
import { itensConfiguracao } from './itens/itens'
import { pagamento } from './pagamento/pagamento'
import { pdv } from './pdv/pdv'
import { seguranca } from './seguranca/seguranca'
import { serieNumero } from './serie_numero/serie-numero'

export const configuracaoScreens = [
  pagamento,
  pdv,
  serieNumero,
  itensConfiguracao,
  seguranca,
  chaveApi,
  eventoSeguranca,
]
