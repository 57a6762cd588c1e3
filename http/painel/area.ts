import { area } from '../area'
import { searchRoutes } from './busca'
import { queueRoutes } from './filas'
import { panelRoutes } from './painel'
import { firstStepsFigures, firstStepsRoutes } from './primeiros-passos'

export const painel = area({
  name: 'painel',
  routes: [panelRoutes, queueRoutes, searchRoutes, firstStepsRoutes],
  figures: [firstStepsFigures],
})
