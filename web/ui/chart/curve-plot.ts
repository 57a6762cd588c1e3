import uPlot from 'uplot'

/** Points of the line, x rising. */
export type CurvePoints = readonly (readonly [x: number, y: number])[]

/** Draws the line of a small curve as large as its element. */
export function drawCurve(host: HTMLElement, colour: string) {
  const plot = new uPlot(
    {
      width: host.clientWidth,
      height: host.clientHeight,
      legend: { show: false },
      cursor: { show: false },
      axes: [{ show: false }, { show: false }],
      padding: [3, 3, 3, 3],
      scales: { x: { time: false } },
      series: [{}, { stroke: colour, width: 1.5, points: { show: false } }],
    },
    [[], []],
    host,
  )
  return {
    set: (points: CurvePoints) => plot.setData([points.map(([x]) => x), points.map(([, y]) => y)]),
    destroy: () => plot.destroy(),
  }
}
