import { areaScreens } from './app/areas'
import type { ScreenDefinition } from './app/registry'
import { cadastrosScreens } from './cadastros/screens'
import { comercialScreens } from './comercial/screens'
import { comprasScreens } from './compras/screens'
import { configuracaoScreens } from './configuracao/screens'
import { dashboard } from './dashboard/dashboard'
import { estoqueScreens } from './estoque/screens'
import { expedicaoScreens } from './expedicao/screens'
import { financeiroScreens } from './financeiro/screens'
import { primeirosPassos } from './primeiros_passos/screen'
import { relatoriosScreens } from './relatorios/screens'
import { sisScreens } from './sis/screens'
import { tables } from './misc/tables'
import { mrpScreens } from './mrp/screens'
import { nfeScreens } from './nfe/screens'
import { producaoScreens } from './producao/screens'
import { servicoScreens } from './servico/screens'

/** Every screen, in the order of the menu. An area adds its own list here, and nowhere else. */
export const screens: readonly ScreenDefinition[] = [
  dashboard,
  primeirosPassos,
  ...comercialScreens,
  ...comprasScreens,
  ...estoqueScreens,
  ...expedicaoScreens,
  ...mrpScreens,
  ...producaoScreens,
  ...servicoScreens,
  ...financeiroScreens,
  ...nfeScreens,
  ...relatoriosScreens,
  ...cadastrosScreens,
  ...configuracaoScreens,
  ...sisScreens,
  tables,
  ...areaScreens,
]
