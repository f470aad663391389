// A page without a kernel: each explorer with a stub of the model that JupyterLab would give it.

class Model {
  constructor(state) {
    this.state = state;
    this.heard = [];
  }
  get(name) {
    return this.state[name];
  }
  set(name, value) {
    this.state[name] = value;
  }
  save_changes() {
    this.heard.forEach((callback) => callback());
  }
  on(event, callback) {
    this.heard.push(callback);
  }
}

const starts = (sliders = []) => Object.fromEntries(sliders.filter((one) => !one.more).map((one) => [one.key, one.start]));

// Show one in an element; return its model.
function start(name, el, preset = "", remark = "") {
  const { about, fixed } = KNOWN[name];
  const model = new Model({ about, fixed: { ...fixed }, values: starts(about.sliders), remark });
  EXPLORERS[name].render({ model, el });
  if (preset) [...el.querySelectorAll("[data-preset]")].find((button) => button.dataset.preset === preset)?.click();
  return model;
}
