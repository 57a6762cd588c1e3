import { area } from '../area'
import * as cancel from './jobs/cancela'
import { tarefa } from './jobs/tarefa'
import { platformRoutes } from './told'

export const platform = area({ name: 'platform', resources: [tarefa], actions: [cancel], routes: platformRoutes })
