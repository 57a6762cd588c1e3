import { keepCalls } from '../../ui/scan/kept-calls'

/** What was put on unit-holders or taken off with this device, and the server has not answered yet. */
export const puts = keepCalls('prumo.unitizador', { stamp: () => ({}) })
