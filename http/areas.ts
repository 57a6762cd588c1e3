/** Every area, in the order in which documentation lists what they hold. A new one is named here; a new document in its area alone. */
import { cadastros } from './cadastros/area'
import { sis } from './sis/area'
import { platform } from './platform/area'
import { chat } from './chat/area'
import { documents } from './documents/area'
import { estoque } from './estoque/area'
import { comercial } from './comercial/area'
import { compras } from './compras/area'
import { producao } from './producao/area'
import { servico } from './servico/area'
import { financeiro } from './financeiro/area'
import { nfe } from './nfe/area'
import { mrp } from './mrp/area'
import { expedicao } from './expedicao/area'
import { painel } from './painel/area'
import { relatorios } from './relatorios/area'
import { fichasArea } from './cadastros/ficha/area'
import { ligacoes } from './documents/related-area'

export const areas = [
  cadastros,
  sis,
  platform,
  chat,
  documents,
  estoque,
  comercial,
  compras,
  producao,
  servico,
  financeiro,
  nfe,
  mrp,
  expedicao,
  painel,
  relatorios,
  ligacoes,
  fichasArea,
]
