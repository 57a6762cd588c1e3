import { armazemLogistico } from './armazem_logistico/armazem-logistico'
import { consumos } from './consumos/consumos'
import { devolucao } from './devolucao/devolucao'
import { entrada } from './entrada/entrada'
import { etiquetaModelo } from './etiqueta_modelo/etiqueta-modelo'
import { fabricante } from './fabricante/fabricante'
import { locais } from './locais/locais'
import { inventario } from './inventario/inventario'
import { lotes } from './mercadoria_lote/mercadoria-lote'
import { mercadoria } from './mercadoria/mercadoria'
import { mercadoriaCaracteristicaGrupo } from './mercadoria_caracteristica_grupo/grupos'
import { mercadoriaFamilias } from './mercadoria_familias/mercadoria-familias'
import { mercadoriaInventario, mercadoriaInventarioItem } from './mercadoria_inventario/mercadoria-inventario'
import { mercadoriaGrupo } from './mercadoria_grupo/mercadoria-grupo'
import { mercadoriaGrupoSubgrupo } from './mercadoria_grupo_subgrupo/mercadoria-grupo-subgrupo'
import { recebimento, recebimentoCelular } from './recebimento/recebimento'
import { mercadoriaFechamento, mercadoriaFechamentoItem } from './mercadoria_fechamento/mercadoria-fechamento'
import { transferencia } from './transferencia/transferencia'
import { saidas } from './saidas/saidas'
import { unitizador } from './unitizador/unitizador'
import { unidade } from './unidade/unidade'

export const estoqueScreens = [
  mercadoria,
  entrada,
  recebimento,
  recebimentoCelular,
  unitizador,
  transferencia,
  mercadoriaInventario,
  inventario,
  mercadoriaInventarioItem,
  lotes,
  saidas,
  consumos,
  devolucao,
  mercadoriaFechamento,
  mercadoriaFechamentoItem,
  fabricante,
  unidade,
  etiquetaModelo,
  mercadoriaGrupo,
  mercadoriaGrupoSubgrupo,
  mercadoriaFamilias,
  mercadoriaCaracteristicaGrupo,
  armazemLogistico,
  locais,
]
